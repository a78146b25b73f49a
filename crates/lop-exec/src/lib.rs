//! Runs the test: processes, scratch directories, time-outs.
