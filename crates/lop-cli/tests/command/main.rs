//! The command as a person meets it: options, defaults, errors, and tests that lop writes.

mod case;
mod config;
mod errors;
mod init;
mod init_from;
mod init_signs;
mod opening;
mod options;
mod rewrite;
mod train;
