//! What the search, the reducers and the caches promise.

mod caches;
mod common;
mod golden;
mod jobs;
mod lists;
mod model;
mod properties;
mod search;
mod semantic;
mod small;
mod step;
mod trees;
