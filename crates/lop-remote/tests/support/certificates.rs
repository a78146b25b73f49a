//! Certificates for tests, made anew each time.

use std::fs;
use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tonic::transport::{Certificate, Identity, ServerTlsConfig};

/// A certificate authority.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key.
pub(crate) struct Signed {
    certificate: String,
    key: String,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// A certificate for a machine or a person.
    pub(crate) fn sign(&self, name: &str) -> Signed {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        Signed {
            certificate: params.signed_by(&key, &self.0).unwrap().pem(),
            key: key.serialize_pem(),
        }
    }

    /// A server on this machine, with a certificate of ours.
    pub(crate) fn server(&self) -> ServerTlsConfig {
        let Signed { certificate, key } = self.sign("127.0.0.1");
        ServerTlsConfig::new().identity(Identity::from_pem(certificate, key))
    }

    /// The same, for those only who have a certificate of ours.
    pub(crate) fn strict_server(&self) -> ServerTlsConfig {
        self.server().client_ca_root(Certificate::from_pem(self.0.pem()))
    }

    /// Puts what everybody may know into a file.
    pub(crate) fn write(&self, folder: &Path) -> PathBuf {
        write(folder, "authority.pem", &self.0.pem())
    }
}

impl Signed {
    /// Puts both into files.
    pub(crate) fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let certificate = write(folder, "certificate.pem", &self.certificate);
        (certificate, write(folder, "key.pem", &self.key))
    }
}

fn write(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}
