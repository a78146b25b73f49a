//! Why servers cannot be used at all.

use std::io;
use std::path::PathBuf;

/// Why servers cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is malformed.
    #[error("\"{0}\" is not the address of a server")]
    Address(String),
    /// A name is not text, and the protocol has no others.
    #[error("the name of \"{}\" is not UTF-8, which servers ask for", .0.display())]
    Name(PathBuf),
    /// Something cannot be put there.
    #[error("\"{0}\" cannot be placed beside the test")]
    Place(String),
    /// A file that servers are to have cannot be read.
    #[error("cannot read \"{}\"", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A header cannot be sent.
    #[error("\"{0}\" is not a header")]
    Header(String),
    /// Certificates cannot be used.
    #[error("cannot use the certificates: {0}")]
    Tls(String),
    /// The server does not answer.
    #[error("no answer from {address}: {reason}")]
    Unreachable {
        /// The server.
        address: String,
        /// What happened.
        reason: String,
    },
    /// The server's certificate is not trusted.
    #[error("cannot trust {address}: {reason}")]
    Untrusted {
        /// The server.
        address: String,
        /// What is wrong with its certificate.
        reason: String,
    },
    /// The server asks for authentication.
    #[error("{address} does not accept this client's certificate: {reason}")]
    Unknown {
        /// The server.
        address: String,
        /// What it says.
        reason: String,
    },
    /// The server refuses access.
    #[error("{address} refuses: {reason}")]
    Refused {
        /// The server.
        address: String,
        /// What it says.
        reason: String,
    },
    /// The server cannot do what is needed.
    #[error("{address} {reason}")]
    Unable {
        /// The server.
        address: String,
        /// What it lacks.
        reason: String,
    },
    /// No thread can be had.
    #[error("cannot start the client of the servers")]
    Start(#[source] io::Error),
}

impl Error {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Error::Address(_) => "addresses look like grpc://host:port, or grpcs://host:port with TLS",
            Error::Name(_) => "give it another name",
            Error::Place(_) => "PLACE is a path from the top of the action's directory, outside lop",
            Error::Header(_) => "headers look like NAME=VALUE, with a name in small letters",
            Error::Unreachable { address, .. } if address.starts_with("grpcs") => {
                "check host and port, whether the server has TLS at all (otherwise grpc://), and whether it wants a certificate of yours: --remote-cert and --remote-key"
            }
            Error::Unreachable { .. } => {
                "check host and port, and whether the server wants TLS: grpcs:// instead of grpc://"
            }
            Error::Untrusted { .. } => {
                "--remote-ca names a file with who signs its certificate, and the address has to be one that the certificate is for"
            }
            Error::Unknown { .. } => {
                "--remote-cert and --remote-key are the certificate and the key by which it knows you"
            }
            Error::Refused { .. } => {
                "a token goes into LOP_REMOTE_TOKEN or a file for --remote-token-file, the instance into --remote-instance"
            }
            Error::Unable { .. } => "it takes a server that executes actions, with SHA-256 as its digest function",
            Error::Tls(_) => "--remote-ca, --remote-cert and --remote-key take files in PEM format",
            Error::Read { .. } | Error::Start(_) => return None,
        })
    }
}
