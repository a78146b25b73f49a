//! The search, the reducers and the query caches.
