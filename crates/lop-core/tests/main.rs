//! What the search, the reducers and the caches promise.

mod caches;
mod common;
mod golden;
mod jobs;
mod lists;
mod model;
mod needs;
mod properties;
mod references;
mod search;
mod small;
mod step;
mod tidy;
mod transform;
mod trees;
