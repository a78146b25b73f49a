//! Addresses of servers, and how to connect.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{RequestMetadata, ToolDetails};
use prost::Message;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue, KeyAndValueRef, MetadataMap, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic::{Request, Status};

use crate::Error;

/// The header that tells servers who asks.
const WHO: &str = "build.bazel.remote.execution.v2.requestmetadata-bin";

/// What files in PEM format hold.
const CERTIFICATE: &str = "CERTIFICATE";
const PRIVATE_KEY: &str = "PRIVATE KEY";

/// Where servers are, and how they are spoken to.
#[derive(Debug, Clone)]
pub struct Settings {
    /// `grpc://host:port`, or `grpcs://host:port` with TLS.
    pub servers: Vec<String>,
    /// The instance name.
    pub instance: String,
    /// Platform properties.
    pub properties: Vec<(String, String)>,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
    /// The credentials.
    pub token: Option<Token>,
    /// Certificates.
    pub tls: Tls,
    /// How many actions are executed at once, all servers together.
    pub slots: usize,
    /// How long things may take.
    pub patience: Patience,
}

/// A bearer token.
#[derive(Clone)]
pub enum Token {
    /// The token.
    Text(String),
    /// A file that holds it, read again for each connection.
    File(PathBuf),
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Text(_) => f.write_str("Text(..)"),
            Token::File(path) => write!(f, "File({})", path.display()),
        }
    }
}

/// Certificates, all files in PEM format.
#[derive(Debug, Clone, Default)]
pub struct Tls {
    /// Who signs the servers' certificates, instead of those whom the system trusts.
    pub authority: Option<PathBuf>,
    /// Our own certificate.
    pub certificate: Option<PathBuf>,
    /// The key that goes with it.
    pub key: Option<PathBuf>,
}

/// How long things may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// A simple request.
    pub request: Duration,
    /// An execution of which nothing is heard, or that stays in the queue.
    pub silence: Duration,
    /// How much longer than allowed a run may take: clocks differ, and so do ideas of when a run begins.
    pub slack: Duration,
    /// The pause before something is tried again; it doubles.
    pub first_pause: Duration,
    /// It does not get longer than this.
    pub longest_pause: Duration,
    /// How soon a server that went away is tried, and how often at last.
    pub first_look: Duration,
    /// The longest time between two looks.
    pub longest_look: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            request: Duration::from_secs(30),
            silence: Duration::from_secs(120),
            slack: Duration::from_secs(5),
            first_pause: Duration::from_millis(100),
            longest_pause: Duration::from_secs(3),
            first_look: Duration::from_secs(1),
            longest_look: Duration::from_secs(30),
        }
    }
}

impl Settings {
    /// Servers with everything else as it mostly is.
    pub fn new(servers: Vec<String>, slots: usize) -> Self {
        Settings {
            servers,
            instance: String::new(),
            properties: Vec::new(),
            headers: Vec::new(),
            token: None,
            tls: Tls::default(),
            slots,
            patience: Patience::default(),
        }
    }

    /// How many queries servers have at once: those that are executed, and for each server one that is
    /// ready when another ends. A server that executes one at a time gets no more than that one.
    pub fn queries(&self) -> usize {
        self.queries_with(self.servers.len())
    }

    /// The same with so many servers that are up.
    pub(crate) fn queries_with(&self, servers: usize) -> usize {
        let slots = (self.slots * servers).div_ceil(self.servers.len().max(1));
        match self.slots_each() {
            0 | 1 => slots,
            _ => slots + servers,
        }
    }

    /// How many actions each server executes at once.
    pub(crate) fn slots_each(&self) -> usize {
        self.slots.div_ceil(self.servers.len().max(1))
    }

    /// How a server is connected to.
    pub(crate) fn endpoint(&self, address: &str) -> Result<Endpoint, Error> {
        let wrong = || Error::Address(address.to_owned());
        let (scheme, rest) = address.split_once("://").ok_or_else(wrong)?;
        let is_secret = match scheme {
            "grpc" | "http" => false,
            "grpcs" | "https" => true,
            _ => return Err(wrong()),
        };
        let has_port = rest
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        if !has_port || rest.contains('/') {
            return Err(wrong());
        }
        if self.tls.certificate.is_some() != self.tls.key.is_some() {
            return Err(Error::Tls("a certificate and its key go together".to_owned()));
        }
        let scheme = if is_secret { "https" } else { "http" };
        // No pings of HTTP/2: many servers take them for an attack. The system's own keep a connection alive.
        let endpoint = Endpoint::from_shared(format!("{scheme}://{rest}"))
            .map_err(|_| wrong())?
            .connect_timeout(self.patience.request)
            .tcp_nodelay(true)
            .tcp_keepalive(Some(Duration::from_secs(20)));
        if !is_secret {
            return Ok(endpoint);
        }
        let host = rest.rsplit_once(':').map_or(rest, |(host, _)| host);
        let tls = self.tls.config()?.domain_name(host.trim_matches(['[', ']']));
        endpoint
            .tls_config(tls)
            .map_err(|error| Error::Tls(crate::outcome::chain(&error)))
    }

    /// What every request carries.
    pub(crate) fn headers(&self) -> Result<Headers, Error> {
        let mut map = MetadataMap::new();
        let token = match &self.token {
            None => None,
            Some(Token::Text(token)) => Some(token.clone()),
            Some(Token::File(path)) => Some(read_text(path)?),
        };
        let bearer = token.map(|token| ("authorization".to_owned(), format!("Bearer {}", token.trim())));
        for (name, value) in self.headers.iter().cloned().chain(bearer) {
            let key = name
                .parse::<AsciiMetadataKey>()
                .map_err(|_| Error::Header(name.clone()))?;
            let value = value.parse::<AsciiMetadataValue>().map_err(|_| Error::Header(name))?;
            map.append(key, value);
        }
        let who = RequestMetadata {
            tool_details: Some(ToolDetails {
                tool_name: "lop".to_owned(),
                tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            }),
            tool_invocation_id: format!("lop-{}", std::process::id()),
            ..RequestMetadata::default()
        };
        map.insert_bin(WHO, MetadataValue::from_bytes(&who.encode_to_vec()));
        Ok(Headers(map))
    }
}

impl Tls {
    fn config(&self) -> Result<ClientTlsConfig, Error> {
        let mut config = match &self.authority {
            Some(path) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(read_pem(path, CERTIFICATE)?)),
            None => ClientTlsConfig::new().with_native_roots(),
        };
        if let (Some(certificate), Some(key)) = (&self.certificate, &self.key) {
            config = config.identity(Identity::from_pem(
                read_pem(certificate, CERTIFICATE)?,
                read_pem(key, PRIVATE_KEY)?,
            ));
        }
        Ok(config)
    }
}

/// A file that holds something of a kind. An empty file is an error: it would mean that no server is trusted.
fn read_pem(path: &Path, kind: &str) -> Result<String, Error> {
    let text = read_text(path)?;
    let is_begin = |line: &str| line.starts_with("-----BEGIN ") && line.trim_end().ends_with(&format!("{kind}-----"));
    if !text.lines().any(is_begin) {
        let kind = kind.to_lowercase();
        return Err(Error::Tls(format!("there is no {kind} in \"{}\"", path.display())));
    }
    Ok(text)
}

fn read_text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })
}

/// What every request carries.
#[derive(Debug, Clone)]
pub(crate) struct Headers(MetadataMap);

impl Interceptor for Headers {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let metadata = request.metadata_mut();
        for header in self.0.iter() {
            match header {
                KeyAndValueRef::Ascii(name, value) => drop(metadata.append(name, value.clone())),
                KeyAndValueRef::Binary(name, value) => drop(metadata.append_bin(name, value.clone())),
            }
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str) -> Result<String, String> {
        let settings = Settings::new(Vec::new(), 1);
        let endpoint = settings.endpoint(address).map_err(|error| error.to_string())?;
        Ok(endpoint.uri().to_string())
    }

    #[test]
    fn addresses_have_a_scheme_and_a_port() {
        assert_eq!(check("grpc://127.0.0.1:8980").unwrap(), "http://127.0.0.1:8980/");
        assert_eq!(check("grpc://[::1]:8980").unwrap(), "http://[::1]:8980/");
        for wrong in [
            "localhost:8980",
            "grpc://localhost",
            "ftp://localhost:1",
            "grpc://localhost:80/x",
            "grpc://:x",
        ] {
            assert_eq!(
                check(wrong).unwrap_err(),
                format!("\"{wrong}\" is not the address of a server")
            );
        }
    }

    #[test]
    fn each_server_has_one_query_more_than_it_executes() {
        let queries = |servers: usize, slots: usize| {
            let addresses = vec!["grpc://localhost:1".to_owned(); servers];
            let settings = Settings::new(addresses, slots);
            (settings.queries(), settings.queries_with(1), settings.queries_with(0))
        };
        assert_eq!(queries(1, 16), (17, 17, 0));
        assert_eq!(queries(2, 4), (6, 3, 0));
        // One at a time is one at a time.
        assert_eq!(queries(1, 1), (1, 1, 0));
        assert_eq!(queries(2, 2), (2, 1, 0));
    }

    #[test]
    fn a_token_is_not_shown() {
        assert_eq!(format!("{:?}", Token::Text("secret".to_owned())), "Text(..)");
    }
}
