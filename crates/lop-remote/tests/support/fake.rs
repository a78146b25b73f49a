//! A small server that speaks the Remote Execution API, for tests: it stores blobs, really runs commands, and
//! goes wrong in the way that it is told.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::pin::Pin;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::bytestream as bytes;
use bazel_remote_apis::google::longrunning as long;
use bazel_remote_apis::google::protobuf::{Any, Empty, Timestamp};
use prost::Message;
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tokio_stream::{Stream, StreamExt};
use tonic::transport::ServerTlsConfig;
use tonic::{Request, Response, Status, Streaming, async_trait};

type Answer<T> = Result<Response<T>, Status>;
type Flow<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// `UNAVAILABLE`.
    Unavailable,
    /// `RESOURCE_EXHAUSTED`.
    Exhausted,
    /// Uploads are answered with other digests.
    WrongDigests,
    /// Executions are accepted and never heard of again.
    Hang,
    /// Executions begin, but nothing is said of them until this is over.
    Mute,
    /// Streams end right after the first message; the execution goes on.
    ClosedStreams,
    /// The sandbox fails, which looks like a command that ends with 1.
    Sandbox,
    /// Results are those of something else, with exit code 0.
    Nonsense,
    /// Every seventh result says that the candidate is interesting, whatever it is.
    Lies,
    /// Commands are killed, as on a machine that is out of memory.
    OutOfMemory,
    /// What was uploaded is gone.
    Forgotten,
    /// Every token is wrong.
    Unauthenticated,
}

/// What went on.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub executions: AtomicUsize,
    pub hits: AtomicUsize,
    pub cancels: AtomicUsize,
    pub waits: AtomicUsize,
    pub streamed: AtomicUsize,
    pub batches: AtomicUsize,
    pub faults: AtomicUsize,
}

/// What a server knows; it outlives the server if a test keeps it.
#[derive(Default)]
pub(crate) struct Memory {
    blobs: Mutex<HashMap<String, Vec<u8>>>,
    results: Mutex<HashMap<String, api::ActionResult>>,
    operations: Mutex<BTreeMap<String, watch::Receiver<Option<long::Operation>>>>,
    fault: Mutex<Option<(Fault, usize)>>,
    pub headers: Mutex<Vec<String>>,
    pub actions: Mutex<Vec<api::Action>>,
    pub counts: Counts,
}

/// A server that runs until it is dropped.
pub(crate) struct Fake {
    pub memory: Arc<Memory>,
    scheme: &'static str,
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Fake {
    /// A server that knows nothing, on a port of its own.
    pub(crate) fn start() -> Self {
        Self::start_at(([127, 0, 0, 1], 0).into(), Arc::default())
    }

    /// The same with TLS.
    pub(crate) fn start_with_tls(tls: ServerTlsConfig) -> Self {
        Self::serve(([127, 0, 0, 1], 0).into(), Arc::default(), Some(tls))
    }

    /// A server at an address.
    pub(crate) fn start_at(address: SocketAddr, memory: Arc<Memory>) -> Self {
        Self::serve(address, memory, None)
    }

    fn serve(address: SocketAddr, memory: Arc<Memory>, tls: Option<ServerTlsConfig>) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(async {
            // The port may not be free at once after a server died.
            for _ in 0..500 {
                if let Ok(listener) = TcpListener::bind(address).await {
                    return listener;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            TcpListener::bind(address).await.unwrap()
        });
        let address = listener.local_addr().unwrap();
        let service = Service(memory.clone());
        let scheme = if tls.is_some() { "grpcs" } else { "grpc" };
        let mut server = tonic::transport::Server::builder();
        if let Some(tls) = tls {
            server = server.tls_config(tls).unwrap();
        }
        let server = server
            .add_service(api::capabilities_server::CapabilitiesServer::new(service.clone()))
            .add_service(api::action_cache_server::ActionCacheServer::new(service.clone()))
            .add_service(api::content_addressable_storage_server::ContentAddressableStorageServer::new(service.clone()))
            .add_service(api::execution_server::ExecutionServer::new(service.clone()))
            .add_service(bytes::byte_stream_server::ByteStreamServer::new(service.clone()))
            .add_service(long::operations_server::OperationsServer::new(service));
        let (end, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    _ = server.serve_with_incoming(TcpListenerStream::new(listener)) => {}
                    _ = ended => {}
                }
            });
            runtime.shutdown_background();
        });
        Fake {
            memory,
            scheme,
            address,
            end: Some(end),
            thread: Some(thread),
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// The next so many requests go wrong.
    pub(crate) fn set_fault(&self, fault: Fault, times: usize) {
        *self.memory.fault.lock().unwrap() = Some((fault, times));
    }

    /// Dies on the spot, and says where it was.
    pub(crate) fn kill(mut self) -> SocketAddr {
        self.end();
        self.address
    }

    fn end(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.end();
    }
}

impl Memory {
    /// Whether it is time for this fault.
    fn goes_wrong(&self, fault: Fault) -> bool {
        let mut state = self.fault.lock().unwrap();
        let Some((current, times)) = &mut *state else {
            return false;
        };
        if *current != fault || *times == 0 {
            return false;
        }
        *times -= 1;
        self.counts.faults.fetch_add(1, Ordering::SeqCst);
        true
    }

    fn is_mute(&self) -> bool {
        let fault = *self.fault.lock().unwrap();
        fault.is_some_and(|(fault, times)| fault == Fault::Mute && times > 0)
    }

    fn check(&self) -> Result<(), Status> {
        if self.goes_wrong(Fault::Unavailable) {
            return Err(Status::unavailable("the server is being repaired"));
        }
        if self.goes_wrong(Fault::Exhausted) {
            return Err(Status::resource_exhausted("too many requests"));
        }
        if self.goes_wrong(Fault::Unauthenticated) {
            return Err(Status::unauthenticated("the token is not valid"));
        }
        Ok(())
    }

    fn store(&self, data: Vec<u8>) -> api::Digest {
        let digest = digest(&data);
        self.blobs.lock().unwrap().insert(digest.hash.clone(), data);
        digest
    }

    fn blob(&self, digest: Option<&api::Digest>) -> Result<Vec<u8>, Status> {
        let hash = &digest.ok_or(Status::invalid_argument("no digest"))?.hash;
        // The empty blob is always there.
        if *hash == self::digest(b"").hash {
            return Ok(Vec::new());
        }
        let blobs = self.blobs.lock().unwrap();
        let missing = || Status::failed_precondition(format!("missing blob {hash}"));
        blobs.get(hash).cloned().ok_or_else(missing)
    }

    fn decode<T: Message + Default>(&self, digest: Option<&api::Digest>) -> Result<T, Status> {
        T::decode(&*self.blob(digest)?).map_err(|error| Status::invalid_argument(error.to_string()))
    }

    /// Puts a directory on the disk. What a test makes is not deep.
    fn unpack(&self, digest: Option<&api::Digest>, to: &Path) -> Result<(), Status> {
        let directory: api::Directory = self.decode(digest)?;
        fs::create_dir_all(to).unwrap();
        for file in &directory.files {
            let path = to.join(&file.name);
            fs::write(&path, self.blob(file.digest.as_ref())?).unwrap();
            // As servers do: nothing can be written.
            let mode = if file.is_executable { 0o555 } else { 0o444 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
        for link in &directory.symlinks {
            std::os::unix::fs::symlink(&link.target, to.join(&link.name)).unwrap();
        }
        for below in &directory.directories {
            self.unpack(below.digest.as_ref(), &to.join(&below.name))?;
        }
        Ok(())
    }

    /// Runs a command for real, until it is cancelled.
    fn run(&self, action: &api::Action) -> Result<api::ActionResult, Status> {
        let command: api::Command = self.decode(action.command_digest.as_ref())?;
        let place = tempfile::tempdir().unwrap();
        self.unpack(action.input_root_digest.as_ref(), place.path())?;
        if self.goes_wrong(Fault::Sandbox) {
            return Ok(api::ActionResult {
                exit_code: 1,
                stderr_raw: b"bwrap: No permissions to create new namespace\n".to_vec(),
                ..api::ActionResult::default()
            });
        }
        if self.goes_wrong(Fault::Nonsense) {
            return Ok(api::ActionResult {
                stdout_digest: Some(self.store(b"something else\n".to_vec())),
                ..api::ActionResult::default()
            });
        }
        if self.goes_wrong(Fault::OutOfMemory) {
            return Ok(api::ActionResult {
                exit_code: 137,
                ..api::ActionResult::default()
            });
        }
        if self.goes_wrong(Fault::Lies) && self.counts.faults.load(Ordering::SeqCst).is_multiple_of(7) {
            return Ok(api::ActionResult {
                stdout_raw: b"lop 0\n".to_vec(),
                ..api::ActionResult::default()
            });
        }
        let start = SystemTime::now();
        let variables = command.environment_variables.iter().map(|it| (&it.name, &it.value));
        let output = Command::new(&command.arguments[0])
            .args(&command.arguments[1..])
            .env_clear()
            .envs(variables)
            .current_dir(place.path().join(&command.working_directory))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Ok(api::ActionResult {
            exit_code: output.status.code().unwrap_or(-1),
            stdout_digest: Some(self.store(output.stdout)),
            stderr_digest: Some(self.store(output.stderr)),
            execution_metadata: Some(api::ExecutedActionMetadata {
                execution_start_timestamp: Some(timestamp(start)),
                execution_completed_timestamp: Some(timestamp(SystemTime::now())),
                ..api::ExecutedActionMetadata::default()
            }),
            ..api::ActionResult::default()
        })
    }
}

fn timestamp(time: SystemTime) -> Timestamp {
    let since = time.duration_since(UNIX_EPOCH).unwrap();
    Timestamp {
        seconds: since.as_secs() as i64,
        nanos: since.subsec_nanos() as i32,
    }
}

fn digest(data: &[u8]) -> api::Digest {
    api::Digest {
        hash: Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect(),
        size_bytes: data.len() as i64,
    }
}

#[derive(Clone)]
struct Service(Arc<Memory>);

impl Service {
    fn operation(
        &self,
        name: &str,
        result: Option<Result<api::ActionResult, Status>>,
        is_cached: bool,
    ) -> long::Operation {
        let metadata = api::ExecuteOperationMetadata {
            stage: api::execution_stage::Value::Executing as i32,
            ..api::ExecuteOperationMetadata::default()
        };
        let response = result.map(|result| {
            let (result, status) = match result {
                Ok(result) => (Some(result), None),
                Err(status) => (None, Some(status)),
            };
            api::ExecuteResponse {
                result,
                cached_result: is_cached,
                status: status.map(|status| bazel_remote_apis::google::rpc::Status {
                    code: status.code() as i32,
                    message: status.message().to_owned(),
                    details: Vec::new(),
                }),
                ..api::ExecuteResponse::default()
            }
        });
        let any = |name: &str, value: Vec<u8>| Any {
            type_url: format!("type.googleapis.com/build.bazel.remote.execution.v2.{name}"),
            value,
        };
        long::Operation {
            name: name.to_owned(),
            metadata: Some(any("ExecuteOperationMetadata", metadata.encode_to_vec())),
            done: response.is_some(),
            result: response
                .map(|response| long::operation::Result::Response(any("ExecuteResponse", response.encode_to_vec()))),
        }
    }

    /// The messages of an operation: that it goes on, and how it ended.
    fn follow(&self, name: &str, is_cut: bool) -> Flow<long::Operation> {
        let (sender, receiver) = mpsc::channel(4);
        let (service, name) = (self.clone(), name.to_owned());
        tokio::spawn(async move {
            while service.0.is_mute() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let first = service.operation(&name, None, false);
            let _ = sender.send(Ok(first)).await;
            let ended = service.0.operations.lock().unwrap().get(&name).cloned();
            let Some(mut ended) = ended.filter(|_| !is_cut) else {
                return;
            };
            let operation = match ended.wait_for(Option::is_some).await {
                Ok(operation) => operation.clone(),
                Err(_) => return,
            };
            if let Some(operation) = operation {
                let _ = sender.send(Ok(operation)).await;
            }
        });
        Box::pin(ReceiverStream::new(receiver))
    }
}

#[async_trait]
impl api::capabilities_server::Capabilities for Service {
    async fn get_capabilities(&self, request: Request<api::GetCapabilitiesRequest>) -> Answer<api::ServerCapabilities> {
        self.0.check()?;
        let headers = request.metadata().iter().filter_map(|entry| match entry {
            tonic::metadata::KeyAndValueRef::Ascii(name, value) => Some(format!("{name}: {}", value.to_str().ok()?)),
            tonic::metadata::KeyAndValueRef::Binary(name, _) => Some(format!("{name}: ...")),
        });
        *self.0.headers.lock().unwrap() = headers.collect();
        Ok(Response::new(api::ServerCapabilities {
            cache_capabilities: Some(api::CacheCapabilities {
                digest_functions: vec![api::digest_function::Value::Sha256 as i32],
                max_batch_total_size_bytes: 1 << 16,
                ..api::CacheCapabilities::default()
            }),
            execution_capabilities: Some(api::ExecutionCapabilities {
                exec_enabled: true,
                ..api::ExecutionCapabilities::default()
            }),
            ..api::ServerCapabilities::default()
        }))
    }
}

#[async_trait]
impl api::action_cache_server::ActionCache for Service {
    async fn get_action_result(&self, request: Request<api::GetActionResultRequest>) -> Answer<api::ActionResult> {
        self.0.check()?;
        let hash = request.into_inner().action_digest.unwrap().hash;
        let result = self.0.results.lock().unwrap().get(&hash).cloned();
        let result = result.ok_or(Status::not_found("no such action"))?;
        self.0.counts.hits.fetch_add(1, Ordering::SeqCst);
        Ok(Response::new(result))
    }

    async fn update_action_result(&self, _: Request<api::UpdateActionResultRequest>) -> Answer<api::ActionResult> {
        Err(Status::permission_denied("clients do not write"))
    }
}

#[async_trait]
impl api::content_addressable_storage_server::ContentAddressableStorage for Service {
    type GetTreeStream = Flow<api::GetTreeResponse>;
    type GetChunkMappingStream = Flow<api::GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<api::FindMissingBlobsRequest>,
    ) -> Answer<api::FindMissingBlobsResponse> {
        self.0.check()?;
        let blobs = self.0.blobs.lock().unwrap();
        let digests = request.into_inner().blob_digests.into_iter();
        Ok(Response::new(api::FindMissingBlobsResponse {
            missing_blob_digests: digests.filter(|digest| !blobs.contains_key(&digest.hash)).collect(),
        }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<api::BatchUpdateBlobsRequest>,
    ) -> Answer<api::BatchUpdateBlobsResponse> {
        self.0.check()?;
        self.0.counts.batches.fetch_add(1, Ordering::SeqCst);
        let requests = request.into_inner().requests;
        assert!(requests.iter().map(|request| request.data.len()).sum::<usize>() <= 1 << 16);
        if self.0.goes_wrong(Fault::WrongDigests) {
            let other = |_| api::batch_update_blobs_response::Response {
                digest: Some(digest(b"something else")),
                status: None,
            };
            return Ok(Response::new(api::BatchUpdateBlobsResponse {
                responses: requests.iter().map(other).collect(),
            }));
        }
        let store = |request: api::batch_update_blobs_request::Request| {
            assert_eq!(request.digest, Some(digest(&request.data)));
            api::batch_update_blobs_response::Response {
                digest: Some(self.0.store(request.data)),
                status: None,
            }
        };
        Ok(Response::new(api::BatchUpdateBlobsResponse {
            responses: requests.into_iter().map(store).collect(),
        }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<api::BatchReadBlobsRequest>,
    ) -> Answer<api::BatchReadBlobsResponse> {
        self.0.check()?;
        let read = |digest: api::Digest| api::batch_read_blobs_response::Response {
            data: self.0.blob(Some(&digest)).unwrap_or_default(),
            digest: Some(digest),
            ..api::batch_read_blobs_response::Response::default()
        };
        Ok(Response::new(api::BatchReadBlobsResponse {
            responses: request.into_inner().digests.into_iter().map(read).collect(),
        }))
    }

    async fn get_tree(&self, _: Request<api::GetTreeRequest>) -> Answer<Self::GetTreeStream> {
        Err(Status::unimplemented(""))
    }

    async fn split_blob(&self, _: Request<api::SplitBlobRequest>) -> Answer<api::SplitBlobResponse> {
        Err(Status::unimplemented(""))
    }

    async fn get_chunk_mapping(&self, _: Request<api::GetChunkMappingRequest>) -> Answer<Self::GetChunkMappingStream> {
        Err(Status::unimplemented(""))
    }

    async fn splice_blob(&self, _: Request<api::SpliceBlobRequest>) -> Answer<api::SpliceBlobResponse> {
        Err(Status::unimplemented(""))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<api::RegisterChunkMappingRequest>>,
    ) -> Answer<api::RegisterChunkMappingResponse> {
        Err(Status::unimplemented(""))
    }
}

#[async_trait]
impl api::execution_server::Execution for Service {
    type ExecuteStream = Flow<long::Operation>;
    type WaitExecutionStream = Flow<long::Operation>;

    async fn execute(&self, request: Request<api::ExecuteRequest>) -> Answer<Self::ExecuteStream> {
        self.0.check()?;
        let request = request.into_inner();
        if self.0.goes_wrong(Fault::Hang) {
            return Ok(Response::new(Box::pin(tokio_stream::pending())));
        }
        if self.0.goes_wrong(Fault::Forgotten) {
            self.0.blobs.lock().unwrap().clear();
        }
        let hash = request.action_digest.as_ref().unwrap().hash.clone();
        let number = self.0.counts.executions.fetch_add(1, Ordering::SeqCst);
        let name = format!("operations/{number}");
        let action: api::Action = self.0.decode(request.action_digest.as_ref())?;
        self.0.actions.lock().unwrap().push(action.clone());
        let (sender, ended) = watch::channel(None);
        self.0.operations.lock().unwrap().insert(name.clone(), ended);
        let (service, own_name) = (self.clone(), name.clone());
        tokio::task::spawn_blocking(move || {
            let result = service.0.run(&action);
            if let Ok(result) = &result
                && !action.do_not_cache
                && result.exit_code == 0
            {
                service.0.results.lock().unwrap().insert(hash, result.clone());
            }
            let _ = sender.send(Some(service.operation(&own_name, Some(result), false)));
        });
        let is_cut = self.0.goes_wrong(Fault::ClosedStreams);
        Ok(Response::new(self.follow(&name, is_cut)))
    }

    async fn wait_execution(&self, request: Request<api::WaitExecutionRequest>) -> Answer<Self::WaitExecutionStream> {
        self.0.counts.waits.fetch_add(1, Ordering::SeqCst);
        let name = request.into_inner().name;
        if !self.0.operations.lock().unwrap().contains_key(&name) {
            return Err(Status::not_found("no such operation"));
        }
        Ok(Response::new(self.follow(&name, false)))
    }
}

#[async_trait]
impl bytes::byte_stream_server::ByteStream for Service {
    type ReadStream = Flow<bytes::ReadResponse>;

    async fn read(&self, _: Request<bytes::ReadRequest>) -> Answer<Self::ReadStream> {
        Err(Status::unimplemented(""))
    }

    async fn write(&self, request: Request<Streaming<bytes::WriteRequest>>) -> Answer<bytes::WriteResponse> {
        self.0.check()?;
        let mut pieces = request.into_inner();
        let (mut data, mut name, mut is_finished) = (Vec::new(), String::new(), false);
        while let Some(piece) = pieces.next().await {
            let piece = piece?;
            assert_eq!(piece.write_offset, data.len() as i64);
            name = piece.resource_name;
            is_finished = piece.finish_write;
            data.extend(piece.data);
        }
        let digest = digest(&data);
        assert!(is_finished && name.ends_with(&format!("blobs/{}/{}", digest.hash, digest.size_bytes)));
        self.0.counts.streamed.fetch_add(1, Ordering::SeqCst);
        self.0.store(data);
        Ok(Response::new(bytes::WriteResponse {
            committed_size: digest.size_bytes,
        }))
    }

    async fn query_write_status(
        &self,
        _: Request<bytes::QueryWriteStatusRequest>,
    ) -> Answer<bytes::QueryWriteStatusResponse> {
        Err(Status::unimplemented(""))
    }
}

#[async_trait]
impl long::operations_server::Operations for Service {
    async fn list_operations(&self, _: Request<long::ListOperationsRequest>) -> Answer<long::ListOperationsResponse> {
        Err(Status::unimplemented(""))
    }

    async fn get_operation(&self, _: Request<long::GetOperationRequest>) -> Answer<long::Operation> {
        Err(Status::unimplemented(""))
    }

    async fn delete_operation(&self, _: Request<long::DeleteOperationRequest>) -> Answer<Empty> {
        Err(Status::unimplemented(""))
    }

    async fn cancel_operation(&self, request: Request<long::CancelOperationRequest>) -> Answer<Empty> {
        let name = request.into_inner().name;
        assert!(self.0.operations.lock().unwrap().contains_key(&name));
        self.0.counts.cancels.fetch_add(1, Ordering::SeqCst);
        Ok(Response::new(Empty {}))
    }

    async fn wait_operation(&self, _: Request<long::WaitOperationRequest>) -> Answer<long::Operation> {
        Err(Status::unimplemented(""))
    }
}
