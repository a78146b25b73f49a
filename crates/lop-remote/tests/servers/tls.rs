//! Servers with TLS: whom we trust, who we are, and what is said when either is in doubt.

use std::fs;
use std::time::Duration;

use expect_test::{Expect, expect};
use lop_remote::{Program, Settings, Tls, connect};
use tempfile::TempDir;

use crate::certificates::Authority;
use crate::fake::Fake;
use crate::job;

/// Certificates of an authority that the client trusts, and of another one.
struct Bench {
    folder: TempDir,
    ours: Authority,
    other: Authority,
}

impl Bench {
    fn new() -> Self {
        Bench {
            folder: tempfile::tempdir().unwrap(),
            ours: Authority::new("ours"),
            other: Authority::new("other"),
        }
    }

    /// The error of a client that trusts the authority.
    fn connect(&self, url: &str, tls: Tls) -> Result<(), String> {
        let job = job(Program::Line("true".to_owned()));
        let mut settings = Settings::new(vec![url.to_owned()], 1);
        settings.patience.request = Duration::from_secs(20);
        settings.tls = tls;
        let said = connect(settings, &job).map(drop);
        said.map_err(|error| {
            let text = format!("{error}\nhint: {}", error.hint().unwrap_or("none"));
            text.replace(url, "SERVER")
                .replace(&self.folder.path().display().to_string(), "FOLDER")
        })
    }

    fn trusting(&self, authority: &Authority) -> Tls {
        Tls {
            authority: Some(authority.write(self.folder.path())),
            ..Tls::default()
        }
    }

    fn signed(&self, authority: &Authority) -> Tls {
        let (certificate, key) = authority.sign("client").write(self.folder.path());
        Tls {
            certificate: Some(certificate),
            key: Some(key),
            ..self.trusting(&self.ours)
        }
    }
}

fn assert_says(said: Result<(), String>, expected: &Expect) {
    expected.assert_eq(&said.unwrap_err());
}

#[test]
fn a_server_whose_certificate_is_signed_by_whom_we_trust_is_used() {
    let bench = Bench::new();
    let server = Fake::start_with_tls(bench.ours.server());
    assert_eq!(bench.connect(&server.url(), bench.trusting(&bench.ours)), Ok(()));
}

#[test]
fn a_server_whose_certificate_another_authority_signed_is_not() {
    let bench = Bench::new();
    let server = Fake::start_with_tls(bench.ours.server());
    assert_says(
        bench.connect(&server.url(), bench.trusting(&bench.other)),
        &expect![[r#"
            cannot trust SERVER: transport error: invalid peer certificate: UnknownIssuer
            hint: --remote-ca names a file with who signs its certificate, and the address has to be one that the certificate is for"#]],
    );
    // Nor does this system know who it is.
    assert_says(
        bench.connect(&server.url(), Tls::default()),
        &expect![[r#"
        cannot trust SERVER: transport error: invalid peer certificate: UnknownIssuer
        hint: --remote-ca names a file with who signs its certificate, and the address has to be one that the certificate is for"#]],
    );
}

#[test]
fn a_server_is_who_its_certificate_says() {
    let bench = Bench::new();
    let server = Fake::start_with_tls(bench.ours.server());
    let url = server.url().replace("127.0.0.1", "localhost");
    assert_says(
        bench.connect(&url, bench.trusting(&bench.ours)),
        &expect![[r#"
        cannot trust SERVER: transport error: invalid peer certificate: certificate not valid for name "localhost"; certificate is only valid for IpAddress(127.0.0.1)
        hint: --remote-ca names a file with who signs its certificate, and the address has to be one that the certificate is for"#]],
    );
}

#[test]
fn a_server_that_wants_certificates_gets_ours() {
    let bench = Bench::new();
    let server = Fake::start_with_tls(bench.ours.strict_server());
    assert_eq!(bench.connect(&server.url(), bench.signed(&bench.ours)), Ok(()));
    // Whether the server can say why before it hangs up is up to the system; what to do about it is the same.
    for tls in [bench.trusting(&bench.ours), bench.signed(&bench.other)] {
        let said = bench.connect(&server.url(), tls).unwrap_err();
        assert!(said.contains("--remote-cert and --remote-key"), "{said}");
    }
}

#[test]
fn a_server_without_tls_is_not_taken_for_one_with() {
    let bench = Bench::new();
    let server = Fake::start();
    let url = server.url().replace("grpc://", "grpcs://");
    assert_says(
        bench.connect(&url, bench.trusting(&bench.ours)),
        &expect![[r#"
        no answer from SERVER: transport error: received corrupt message of type InvalidContentType
        hint: check host and port, whether the server has TLS at all (otherwise grpc://), and whether it wants a certificate of yours: --remote-cert and --remote-key"#]],
    );
    let server = Fake::start_with_tls(bench.ours.server());
    let url = server.url().replace("grpcs://", "grpc://");
    // What the transport says depends on who notices first.
    let said = bench.connect(&url, Tls::default()).unwrap_err();
    assert!(said.starts_with("no answer from SERVER: transport error: "), "{said}");
    assert!(
        said.ends_with("\nhint: check host and port, and whether the server wants TLS: grpcs:// instead of grpc://"),
        "{said}"
    );
}

#[test]
fn files_that_are_no_certificates_are_named() {
    let bench = Bench::new();
    let server = Fake::start_with_tls(bench.ours.server());
    let file = bench.folder.path().join("notes.txt");
    let tls = Tls {
        authority: Some(file.clone()),
        ..Tls::default()
    };
    assert_says(
        bench.connect(&server.url(), tls.clone()),
        &expect![[r#"
        cannot read "FOLDER/notes.txt"
        hint: none"#]],
    );
    fs::write(&file, "to do: ask for a certificate\n").unwrap();
    assert_says(
        bench.connect(&server.url(), tls),
        &expect![[r#"
            cannot use the certificates: there is no certificate in "FOLDER/notes.txt"
            hint: --remote-ca, --remote-cert and --remote-key take files in PEM format"#]],
    );
    // A certificate is no key.
    let tls = Tls {
        key: Some(bench.ours.write(bench.folder.path())),
        ..bench.signed(&bench.ours)
    };
    assert_says(
        bench.connect(&server.url(), tls),
        &expect![[r#"
            cannot use the certificates: there is no private key in "FOLDER/authority.pem"
            hint: --remote-ca, --remote-cert and --remote-key take files in PEM format"#]],
    );
}
