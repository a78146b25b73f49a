//! One server: requests and responses.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::bytestream::WriteRequest;
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::longrunning::operations_client::OperationsClient;
use bazel_remote_apis::google::longrunning::{CancelOperationRequest, Operation, operation};
use prost::Message;
use tokio::sync::{Semaphore, watch};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Code, Status, Streaming};

use api::action_cache_client::ActionCacheClient;
use api::batch_update_blobs_request as update;
use api::capabilities_client::CapabilitiesClient;
use api::content_addressable_storage_client::ContentAddressableStorageClient;
use api::digest_function::Value::Sha256;
use api::execution_client::ExecutionClient;
use api::execution_stage::Value as Stage;

use crate::action::Recipe;
use crate::blob::{self, Blob};
use crate::outcome::{Failure, describe, tls_error};
use crate::settings::Headers;
use crate::{Error, Patience, Settings};

/// What messages may hold unless the server says less, with room for what is around blobs.
const BATCH_BYTES: usize = (4 << 20) - (64 << 10);
/// Large blobs are sent in pieces of this size. Not measured.
const PIECE_BYTES: usize = 1 << 20;
/// Blobs of this size and more are looked up before an upload. Not measured.
const LARGE_BYTES: usize = 256 << 10;
/// Digests that are known to be on the server; more are dropped. Not measured.
const REMEMBERED: usize = 100_000;
/// A stream that breaks is resumed this often. Not measured.
const RESUMES: usize = 5;
/// A server is benched after so many actions in a row without a verdict: fewer than ten, so that the user is told early. Not measured.
pub(crate) const BENCHED: usize = 8;

type Wire = InterceptedService<Channel, Headers>;

/// One server.
pub(crate) struct Server {
    pub address: String,
    instance: String,
    patience: Patience,
    state: Mutex<State>,
    /// How many queries it has.
    pub in_flight: AtomicUsize,
    /// A permit for each execution at a time.
    pub turns: Semaphore,
}

struct State {
    wire: Wire,
    batch_bytes: usize,
    /// What is known to be there.
    uploaded: BTreeSet<String>,
    has_constants: bool,
    failures: usize,
    is_up: bool,
    /// Actions in a row without a verdict.
    fruitless: usize,
    is_benched: bool,
}

/// How an execution ended.
pub(crate) enum Ended {
    /// With a result, which may be one of long ago.
    Result(Box<api::ActionResult>, bool),
    /// It took too long.
    TimedOut,
}

/// The execution in flight, to be cancelled by its name.
#[derive(Default)]
pub(crate) struct Running(watch::Sender<Execution>);

#[derive(Default)]
enum Execution {
    /// Nothing is executed.
    #[default]
    None,
    /// It was requested, and has no name yet.
    Asked,
    /// It has this name.
    Named(Arc<Server>, String),
}

impl Running {
    /// Waits for the name of a requested execution, but not for ever: without a name it cannot be cancelled.
    pub(crate) async fn named(&self, patience: Duration) {
        let mut changes = self.0.subscribe();
        let named = changes.wait_for(|execution| !matches!(execution, Execution::Asked));
        let _ = tokio::time::timeout(patience, named).await;
    }

    /// Cancels the execution in flight.
    pub(crate) async fn cancel(&self) {
        if let Execution::Named(server, name) = self.0.send_replace(Execution::None) {
            server.cancel(name).await;
        }
    }

    fn set(&self, execution: Execution) {
        self.0.send_replace(execution);
    }

    fn name(&self) -> Option<String> {
        match &*self.0.borrow() {
            Execution::Named(_, name) => Some(name.clone()),
            Execution::None | Execution::Asked => None,
        }
    }
}

impl Server {
    pub(crate) fn new(address: &str, settings: &Settings) -> Result<Self, Error> {
        let channel = settings.endpoint(address)?.connect_lazy();
        Ok(Server {
            address: address.to_owned(),
            instance: settings.instance.clone(),
            patience: settings.patience,
            state: Mutex::new(State {
                wire: InterceptedService::new(channel, settings.headers()?),
                batch_bytes: BATCH_BYTES,
                uploaded: BTreeSet::new(),
                has_constants: false,
                failures: 0,
                is_up: false,
                fruitless: 0,
                is_benched: false,
            }),
            in_flight: AtomicUsize::new(0),
            turns: Semaphore::new(settings.slots_each()),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn wire(&self) -> Wire {
        self.state().wire.clone()
    }

    pub(crate) fn is_up(&self) -> bool {
        self.state().is_up
    }

    /// Whether it is down because its actions give no verdicts.
    pub(crate) fn is_benched(&self) -> bool {
        self.state().is_benched
    }

    /// It answered.
    pub(crate) fn well(&self) {
        self.state().failures = 0;
    }

    /// An action gave a verdict.
    pub(crate) fn fruitful(&self) {
        self.state().fruitless = 0;
    }

    /// An action gave no verdict; returns whether this benches the server. What fails while the server is down is not counted again.
    pub(crate) fn fruitless(&self) -> bool {
        let mut state = self.state();
        if state.is_up {
            state.fruitless += 1;
        }
        let is_too_much = state.is_up && state.fruitless >= BENCHED;
        if is_too_much {
            (state.is_up, state.is_benched) = (false, true);
        }
        is_too_much
    }

    /// It did not, so many times in a row now.
    pub(crate) fn unwell(&self) -> usize {
        let mut state = self.state();
        state.failures += 1;
        state.failures
    }

    /// Suspends the server; returns whether it was up until now.
    pub(crate) fn give_up(&self) -> bool {
        std::mem::replace(&mut self.state().is_up, false)
    }

    /// Nothing is known to be there.
    pub(crate) fn forget_uploads(&self) {
        let mut state = self.state();
        state.uploaded.clear();
        state.has_constants = false;
    }

    /// Uploads what every query needs, unless it is there.
    pub(crate) async fn upload_constants(&self, recipe: &Recipe) -> Result<(), Failure> {
        if !self.state().has_constants {
            self.upload_missing(&recipe.constants).await?;
            self.state().has_constants = true;
        }
        Ok(())
    }

    /// Finds out whether the server is there and does what is needed, and uploads what every query needs.
    pub(crate) async fn open(&self, settings: &Settings, recipe: &Recipe) -> Result<(), Error> {
        let channel = settings.endpoint(&self.address)?.connect_lazy();
        self.state().wire = InterceptedService::new(channel, settings.headers()?);
        let request = api::GetCapabilitiesRequest {
            instance_name: self.instance.clone(),
        };
        let mut client = CapabilitiesClient::new(self.wire());
        let capabilities = self.within(client.get_capabilities(request)).await;
        let capabilities = capabilities.map_err(|status| self.error(&status))?;
        self.check(&capabilities)?;
        self.forget_uploads();
        self.upload_constants(recipe).await.map_err(|failure| {
            let (address, reason) = (self.address.clone(), failure.reason().to_owned());
            match failure {
                Failure::Refused(_) => Error::Refused { address, reason },
                _ => Error::Unreachable { address, reason },
            }
        })?;
        let mut state = self.state();
        (state.is_up, state.failures, state.is_benched) = (true, 0, false);
        Ok(())
    }

    fn error(&self, status: &Status) -> Error {
        let (address, reason) = (self.address.clone(), describe(status));
        match tls_error(status) {
            Some(rustls::Error::InvalidCertificate(_)) => return Error::Untrusted { address, reason },
            Some(rustls::Error::AlertReceived(_)) => return Error::Unknown { address, reason },
            _ => {}
        }
        match status.code() {
            Code::Unauthenticated | Code::PermissionDenied | Code::NotFound | Code::InvalidArgument => {
                Error::Refused { address, reason }
            }
            Code::Unimplemented => Error::Unable {
                address,
                reason: "does not speak the Remote Execution API".to_owned(),
            },
            _ => Error::Unreachable { address, reason },
        }
    }

    fn check(&self, capabilities: &api::ServerCapabilities) -> Result<(), Error> {
        let unable = |reason: &str| {
            Err(Error::Unable {
                address: self.address.clone(),
                reason: reason.to_owned(),
            })
        };
        let execution = capabilities.execution_capabilities.as_ref();
        if !execution.is_some_and(|execution| execution.exec_enabled) {
            return unable("stores, but does not execute");
        }
        let cache = capabilities.cache_capabilities.as_ref();
        if cache.is_some_and(|cache| !cache.digest_functions.contains(&(Sha256 as i32))) {
            return unable("does not know things by their SHA-256");
        }
        let said = cache.map_or(0, |cache| cache.max_batch_total_size_bytes);
        if let Ok(most @ 1..) = usize::try_from(said) {
            self.state().batch_bytes = most.min(BATCH_BYTES);
        }
        Ok(())
    }

    /// The answer to a simple request.
    async fn within<T>(&self, request: impl Future<Output = Result<tonic::Response<T>, Status>>) -> Result<T, Status> {
        match tokio::time::timeout(self.patience.request, request).await {
            Ok(answer) => answer.map(tonic::Response::into_inner),
            Err(_) => Err(Status::deadline_exceeded("no answer in time")),
        }
    }

    /// What is known of an action.
    pub(crate) async fn look_up(&self, action: &api::Digest) -> Result<Option<api::ActionResult>, Failure> {
        let request = api::GetActionResultRequest {
            instance_name: self.instance.clone(),
            action_digest: Some(action.clone()),
            inline_stdout: true,
            digest_function: Sha256 as i32,
            ..api::GetActionResultRequest::default()
        };
        let mut client = ActionCacheClient::new(self.wire());
        match self.within(client.get_action_result(request)).await {
            Ok(result) => Ok(Some(result)),
            Err(status) => match status.code() {
                Code::NotFound | Code::Unimplemented | Code::PermissionDenied => Ok(None),
                _ => Err(status.into()),
            },
        }
    }

    /// Uploads what the server may not have.
    pub(crate) async fn upload(&self, blobs: &[Blob]) -> Result<(), Failure> {
        let new: Vec<Blob> = {
            let state = self.state();
            let is_new = |blob: &&Blob| !state.uploaded.contains(&blob.digest.hash);
            blobs.iter().filter(is_new).cloned().collect()
        };
        if new.iter().map(Blob::len).sum::<usize>() >= LARGE_BYTES {
            return self.upload_missing(&new).await;
        }
        self.upload_all(&new).await
    }

    async fn upload_missing(&self, blobs: &[Blob]) -> Result<(), Failure> {
        let request = api::FindMissingBlobsRequest {
            instance_name: self.instance.clone(),
            blob_digests: blobs.iter().map(|blob| blob.digest.clone()).collect(),
            digest_function: Sha256 as i32,
        };
        let mut client = ContentAddressableStorageClient::new(self.wire());
        let answer = self.within(client.find_missing_blobs(request)).await?;
        let missing: BTreeSet<String> = answer
            .missing_blob_digests
            .into_iter()
            .map(|digest| digest.hash)
            .collect();
        let (missing, there): (Vec<Blob>, Vec<Blob>) = blobs
            .iter()
            .cloned()
            .partition(|blob| missing.contains(&blob.digest.hash));
        self.upload_all(&missing).await?;
        self.remember(&there);
        Ok(())
    }

    async fn upload_all(&self, blobs: &[Blob]) -> Result<(), Failure> {
        let most = self.state().batch_bytes;
        let mut batch: Vec<Blob> = Vec::new();
        let mut batch_bytes = 0;
        for blob in blobs {
            if blob.len() > most {
                self.stream(blob).await?;
                continue;
            }
            if batch_bytes + blob.len() > most {
                self.upload_batch(&std::mem::take(&mut batch)).await?;
                batch_bytes = 0;
            }
            batch_bytes += blob.len();
            batch.push(blob.clone());
        }
        self.upload_batch(&batch).await
    }

    async fn upload_batch(&self, blobs: &[Blob]) -> Result<(), Failure> {
        if blobs.is_empty() {
            return Ok(());
        }
        let request = |blob: &Blob| {
            let bytes = blob.bytes().map_err(|error| Failure::Broken(error.to_string()))?;
            Ok(update::Request {
                digest: Some(blob.digest.clone()),
                data: bytes.to_vec(),
                ..update::Request::default()
            })
        };
        let request = api::BatchUpdateBlobsRequest {
            instance_name: self.instance.clone(),
            requests: blobs.iter().map(request).collect::<Result<_, Failure>>()?,
            digest_function: Sha256 as i32,
        };
        let mut client = ContentAddressableStorageClient::new(self.wire());
        let answer = self.within(client.batch_update_blobs(request)).await?;
        for blob in blobs {
            let is_it =
                |response: &&api::batch_update_blobs_response::Response| response.digest.as_ref() == Some(&blob.digest);
            let Some(response) = answer.responses.iter().find(is_it) else {
                return Err(Failure::Unwell("it has stored something else than was sent".to_owned()));
            };
            if let Some(status) = response.status.as_ref().filter(|status| status.code != 0) {
                return Err(Status::new(Code::from_i32(status.code), status.message.clone()).into());
            }
        }
        self.remember(blobs);
        Ok(())
    }

    /// Uploads a blob that is too large for a batch.
    async fn stream(&self, blob: &Blob) -> Result<(), Failure> {
        let bytes = blob.bytes().map_err(|error| Failure::Broken(error.to_string()))?;
        let api::Digest { hash, size_bytes } = &blob.digest;
        let resource = format!("uploads/{}/blobs/{hash}/{size_bytes}", unique());
        let resource = match self.instance.as_str() {
            "" => resource,
            instance => format!("{instance}/{resource}"),
        };
        let starts = (0..bytes.len()).step_by(PIECE_BYTES);
        let piece = move |start: usize| WriteRequest {
            resource_name: resource.clone(),
            write_offset: start as i64,
            finish_write: start + PIECE_BYTES >= bytes.len(),
            data: bytes[start..bytes.len().min(start + PIECE_BYTES)].to_vec(),
        };
        let mut client = ByteStreamClient::new(self.wire());
        let sent = client.write(tokio_stream::iter(starts.map(piece)));
        // A slow line may take its time with something large.
        let patience = self.patience.request + Duration::from_secs(blob.len() as u64 >> 17);
        let answer = match tokio::time::timeout(patience, sent).await {
            Ok(answer) => answer.map_err(Failure::from)?.into_inner(),
            Err(_) => return Err(Failure::Unwell("an upload took too long".to_owned())),
        };
        // A server that has the blob already may say so before all of it was sent.
        if answer.committed_size != *size_bytes && answer.committed_size != -1 {
            return Err(Failure::Unwell("it has stored something else than was sent".to_owned()));
        }
        self.remember(std::slice::from_ref(blob));
        Ok(())
    }

    fn remember(&self, blobs: &[Blob]) {
        let mut state = self.state();
        if state.uploaded.len() > REMEMBERED {
            state.uploaded.clear();
        }
        state.uploaded.extend(blobs.iter().map(|blob| blob.digest.hash.clone()));
    }

    /// Some bytes that the server has, no more than fit a batch.
    pub(crate) async fn read(&self, digest: &api::Digest) -> Option<Vec<u8>> {
        let request = api::BatchReadBlobsRequest {
            instance_name: self.instance.clone(),
            digests: vec![digest.clone()],
            digest_function: Sha256 as i32,
            ..api::BatchReadBlobsRequest::default()
        };
        let mut client = ContentAddressableStorageClient::new(self.wire());
        let answer = self.within(client.batch_read_blobs(request)).await.ok()?;
        let data = answer.responses.into_iter().next()?.data;
        (blob::digest(&data) == *digest).then_some(data)
    }

    /// Has an action executed.
    pub(crate) async fn execute(
        self: &Arc<Self>,
        action: &api::Digest,
        skips_cache: bool,
        limit: Duration,
        running: &Running,
    ) -> Result<Ended, Failure> {
        let request = api::ExecuteRequest {
            instance_name: self.instance.clone(),
            skip_cache_lookup: skips_cache,
            action_digest: Some(action.clone()),
            digest_function: Sha256 as i32,
            inline_stdout: true,
            ..api::ExecuteRequest::default()
        };
        let mut watch = Watch::new(limit, &self.patience);
        let mut client = ExecutionClient::new(self.wire());
        let mut resumes = 0;
        running.set(Execution::Asked);
        let mut stream = watch.until(client.execute(request)).await;
        loop {
            let broken = match stream {
                Ok(stream) => match self.follow(stream, &mut watch, running).await {
                    Ok(Some(ended)) => return Ok(ended),
                    Ok(None) => Status::unavailable("the stream ended before the execution did"),
                    Err(status) => status,
                },
                Err(status) => status,
            };
            if watch.is_over() {
                return self.overdue(&watch, running).await;
            }
            let name = running.name().filter(|_| is_passing(&broken) && resumes < RESUMES);
            let Some(name) = name else {
                running.set(Execution::None);
                return Err(broken.into());
            };
            tokio::time::sleep(self.patience.first_pause * (1 << resumes)).await;
            resumes += 1;
            let request = api::WaitExecutionRequest { name };
            stream = watch.until(client.wait_execution(request)).await;
        }
    }

    /// Reads a stream to its end.
    async fn follow(
        self: &Arc<Self>,
        mut stream: Streaming<Operation>,
        watch: &mut Watch,
        running: &Running,
    ) -> Result<Option<Ended>, Status> {
        loop {
            let Some(operation) = watch.until_message(&mut stream).await? else {
                return Ok(None);
            };
            if operation.done {
                running.set(Execution::None);
                return ended(operation).map(Some);
            }
            running.set(Execution::Named(self.clone(), operation.name.clone()));
            watch.note(&operation);
        }
    }

    /// An execution took too long, or nothing was heard of it.
    async fn overdue(&self, watch: &Watch, running: &Running) -> Result<Ended, Failure> {
        running.cancel().await;
        if watch.executing_since.is_some() {
            return Ok(Ended::TimedOut);
        }
        let seconds = self.patience.silence.as_secs_f64();
        Err(Failure::Unwell(format!("nothing has begun for {seconds} s")))
    }

    /// Cancels an execution. A server that cannot do that finishes it for nothing.
    async fn cancel(&self, name: String) {
        let mut client = OperationsClient::new(self.wire());
        let _ = self
            .within(client.cancel_operation(CancelOperationRequest { name }))
            .await;
    }
}

/// Whether the execution may go on though its stream does not.
fn is_passing(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::Unknown | Code::Internal | Code::Cancelled | Code::DeadlineExceeded | Code::Aborted
    )
}

/// What became of an operation.
fn ended(operation: Operation) -> Result<Ended, Status> {
    let status = |status: &bazel_remote_apis::google::rpc::Status| {
        Status::new(Code::from_i32(status.code), status.message.clone())
    };
    match operation.result {
        Some(operation::Result::Error(error)) => Err(refuse(status(&error))),
        Some(operation::Result::Response(any)) => {
            let response = api::ExecuteResponse::decode(&*any.value)
                .map_err(|error| Status::data_loss(format!("a response that cannot be read: {error}")))?;
            match (
                response.status.as_ref().filter(|status| status.code != 0),
                response.result,
            ) {
                (Some(error), _) if error.code == Code::DeadlineExceeded as i32 => Ok(Ended::TimedOut),
                (Some(error), _) => Err(refuse(status(error))),
                (None, Some(result)) => Ok(Ended::Result(Box::new(result), response.cached_result)),
                (None, None) => Err(Status::data_loss("a response without a result")),
            }
        }
        None => Err(Status::data_loss("an execution that ended without a result")),
    }
}

/// An execution that ended with an error is over: there is nothing to take up again. Some errors pass, others are the
/// machine's.
fn refuse(status: Status) -> Status {
    let said = format!("the execution failed: {}", status.message());
    match status.code() {
        Code::Internal | Code::Unknown => Status::data_loss(said),
        _ if is_passing(&status) => Status::resource_exhausted(said),
        _ => status,
    }
}

/// How long an execution may still take.
struct Watch {
    begun: Instant,
    executing_since: Option<Instant>,
    limit: Duration,
    silence: Duration,
}

impl Watch {
    fn new(limit: Duration, patience: &Patience) -> Self {
        Watch {
            begun: Instant::now(),
            executing_since: None,
            limit: limit.saturating_add(patience.slack),
            silence: patience.silence,
        }
    }

    fn end(&self) -> Option<Instant> {
        match self.executing_since {
            Some(since) => since.checked_add(self.limit),
            None => self.begun.checked_add(self.silence),
        }
    }

    fn is_over(&self) -> bool {
        self.end().is_some_and(|end| end <= Instant::now())
    }

    /// Takes notice of how far an execution is. Servers that do not tell are taken to have begun.
    fn note(&mut self, operation: &Operation) {
        let metadata = operation.metadata.as_ref();
        let metadata = metadata.and_then(|any| api::ExecuteOperationMetadata::decode(&*any.value).ok());
        let is_waiting =
            metadata.is_some_and(|metadata| [Stage::CacheCheck as i32, Stage::Queued as i32].contains(&metadata.stage));
        if !is_waiting {
            self.executing_since.get_or_insert_with(Instant::now);
        }
    }

    async fn limited<T>(&self, future: impl Future<Output = Result<T, Status>>) -> Result<T, Status> {
        let Some(end) = self.end() else { return future.await };
        match tokio::time::timeout_at(end.into(), future).await {
            Ok(result) => result,
            Err(_) => Err(Status::deadline_exceeded("no answer in time")),
        }
    }

    async fn until<T>(&self, request: impl Future<Output = Result<tonic::Response<T>, Status>>) -> Result<T, Status> {
        self.limited(request).await.map(tonic::Response::into_inner)
    }

    async fn until_message<T>(&self, stream: &mut Streaming<T>) -> Result<Option<T>, Status> {
        self.limited(stream.message()).await
    }
}

/// A name for an upload that no other has.
fn unique() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = format!("{} {count} {time:?}", std::process::id());
    let hash = blob::digest(seed.as_bytes()).hash;
    let part = |range: std::ops::Range<usize>| hash[range].to_owned();
    [
        part(0..8),
        part(8..12),
        format!("4{}", part(13..16)),
        format!("8{}", part(17..20)),
        part(20..32),
    ]
    .join("-")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a query of a server as long as it lives.
pub(crate) struct Guest(Arc<Server>);

impl Guest {
    pub(crate) fn of(server: Arc<Server>) -> Self {
        server.in_flight.fetch_add(1, Ordering::Relaxed);
        Guest(server)
    }
}

impl std::ops::Deref for Guest {
    type Target = Arc<Server>;

    fn deref(&self) -> &Arc<Server> {
        &self.0
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}
