//! Writing files: whole at any moment, private where the input is, and never through a link.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::made::Mark;

/// Directories of the system whose links lead to the open files of a process.
const SYSTEM: [&str; 2] = ["/dev", "/proc"];

/// The attributes of a saved file.
#[derive(Debug, Clone)]
pub struct Manner {
    /// At most these permissions, less the user's mask and, when a file is replaced, at most those of that file.
    pub mode: u32,
    /// The mark by which lop recognizes the file.
    pub mark: Mark,
}

impl Default for Manner {
    /// The attributes of an ordinary file.
    fn default() -> Self {
        Manner {
            mode: 0o666,
            mark: Mark::plain(),
        }
    }
}

/// Replaces a file by new content: a reader sees the old file or the new one, never a part of either. A device or
/// pipe, such as `/dev/null`, is written to. A link is refused: its maker would choose which file is overwritten.
pub fn save(path: &Path, content: &[u8], manner: &Manner) -> io::Result<()> {
    let path = match target(path)? {
        Target::Stream(path) => return File::options().write(true).open(path)?.write_all(content),
        Target::File(path) => path,
    };
    let unfinished = Unfinished::new(&path, manner.mode)?;
    let mut file = &unfinished.file;
    file.write_all(content)?;
    if let Ok(old) = fs::symlink_metadata(&path) {
        let mode = old.permissions().mode() & (manner.mode | 0o7000);
        file.set_permissions(Permissions::from_mode(mode))?;
    }
    manner.mark.leave(file);
    file.sync_all()?;
    fs::rename(&unfinished.path, &path)?;
    File::open(folder_of(&path))?.sync_all()
}

/// Begins a file that is written bit by bit; an existing file of that name is replaced, not written to.
pub fn create(path: &Path, manner: &Manner) -> io::Result<File> {
    let path = match target(path)? {
        Target::Stream(path) => return File::options().write(true).open(path),
        Target::File(path) => path,
    };
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let file = create_new(&path, manner.mode)?;
    manner.mark.leave(&file);
    Ok(file)
}

/// Checks that a file can be saved, without any change.
pub fn check_writable(path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    match target(path).map_err(|source| refused(path, source))? {
        Target::Stream(_) => Ok(()),
        Target::File(path) if path.is_dir() => Err(failed(io::ErrorKind::IsADirectory.into())),
        Target::File(path) => Unfinished::new(&path, 0o600).map(drop).map_err(failed),
    }
}

/// Checks that a path is no link, without any change.
pub fn check_no_link(path: &Path) -> Result<(), Error> {
    target(path).map(drop).map_err(|source| refused(path, source))
}

/// The error of the crate for an error on the way to writing a path.
pub fn refused(path: &Path, source: io::Error) -> Error {
    match source.raw_os_error() {
        Some(number) if number == rustix::io::Errno::LOOP.raw_os_error() => Error::Link(path.to_owned()),
        _ => Error::Write {
            path: path.to_owned(),
            source,
        },
    }
}

/// The kind of file that a path leads to.
enum Target {
    File(PathBuf),
    Stream(PathBuf),
}

fn target(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    if SYSTEM.iter().any(|system| path.starts_with(system)) {
        path = fs::canonicalize(&path).unwrap_or(path);
    }
    let is_link = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink());
    match fs::metadata(&path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => Ok(Target::Stream(path)),
        _ if is_link => Err(rustix::io::Errno::LOOP.into()),
        _ => Ok(Target::File(path)),
    }
}

/// Made new, it cannot be a link that another process put there.
fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    File::options().write(true).create_new(true).mode(mode).open(path)
}

/// A file beside another that is to take its place. The name is always the same, so if a process dies before it can
/// remove the file, the next one does.
struct Unfinished {
    path: PathBuf,
    file: File,
}

impl Unfinished {
    fn new(target: &Path, mode: u32) -> io::Result<Self> {
        let mut name = OsString::from(".");
        name.push(target.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        name.push(".lop-unfinished");
        let path = target.with_file_name(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = create_new(&path, mode)?;
        Ok(Unfinished { path, file })
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Nothing is there if all went well.
        let _ = fs::remove_file(&self.path);
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn save(path: &Path, content: &[u8]) -> io::Result<()> {
        super::save(path, content, &Manner::default())
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_saved_file_keeps_its_permissions_and_leaves_nothing_beside_it() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        save(&path, b"old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        fs::write(place.path().join(".file.lop-unfinished"), "from a process that died").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(mode(&path), 0o640);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_is_never_more_open_than_it_is_to_be() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let private = Manner {
            mode: 0o600,
            ..Manner::default()
        };
        super::save(&path, b"secret", &private).unwrap();
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        super::save(&path, b"secret", &private).unwrap();
        assert_eq!(mode(&path), 0o600);
        drop(create(&path, &private).unwrap());
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::write(path("target"), "precious").unwrap();
        symlink(path("target"), path("link")).unwrap();
        symlink(path("nowhere"), path("dangling")).unwrap();
        for link in ["link", "dangling"] {
            save(&path(link), b"new").unwrap_err();
            create(&path(link), &Manner::default()).unwrap_err();
            assert!(matches!(check_writable(&path(link)), Err(Error::Link(_))));
        }
        fs::hard_link(path("target"), path("hard")).unwrap();
        create(&path("hard"), &Manner::default())
            .unwrap()
            .write_all(b"new")
            .unwrap();
        assert_eq!(fs::read(path("target")).unwrap(), b"precious");
        assert!(!path("nowhere").exists());
    }

    #[test]
    fn a_device_stays_what_it_is() {
        save(Path::new("/dev/full"), b"new").unwrap_err();
        save(Path::new("/dev/null"), b"new").unwrap();
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
    }

    #[test]
    fn a_vanished_directory_and_a_full_disk_are_explained() {
        let place = tempfile::tempdir().unwrap();
        let gone = check_writable(&place.path().join("gone/file")).unwrap_err();
        assert!(gone.hint().unwrap().contains("gone"));
        let full = save(Path::new("/dev/full"), b"new").unwrap_err();
        let full = Error::Write {
            path: "/dev/full".into(),
            source: full,
        };
        assert!(full.hint().unwrap().contains("full"));
        assert!(check_writable(place.path()).is_err());
        check_writable(&place.path().join("file")).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
