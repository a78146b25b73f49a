//! Writing a file so that it is whole at any moment.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Error;

/// Replaces a file by new content: whoever looks sees the old file or the new one, never a part of either. What
/// is no file, such as `/dev/null` or a pipe, is written to.
pub fn save(path: &Path, content: &[u8]) -> io::Result<()> {
    // A link stays a link, and the file it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return File::options().write(true).open(&path)?.write_all(content);
    }
    let unfinished = Unfinished::new(&path)?;
    let mut file = &unfinished.file;
    file.write_all(content)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    fs::rename(&unfinished.path, &path)?;
    File::open(folder_of(&path))?.sync_all()
}

/// Checks that a file can be saved, and leaves things as they are.
pub fn check_writable(path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(old) if !old.is_file() => return Ok(()),
        _ => {}
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    Unfinished::new(&path).map(drop).map_err(failed)
}

/// A file beside another that is to take its place. The name is always the same, so if a process dies before it can
/// remove the file, the next one does.
struct Unfinished {
    path: PathBuf,
    file: File,
}

impl Unfinished {
    fn new(target: &Path) -> io::Result<Self> {
        let mut name = OsString::from(".");
        name.push(target.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        name.push(".lop-unfinished");
        let path = target.with_file_name(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        // Made new, it cannot be a link that somebody put there.
        let file = File::create_new(&path)?;
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
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_saved_file_keeps_its_permissions_and_leaves_nothing_beside_it() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        save(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        fs::write(place.path().join(".file.lop-unfinished"), "from a process that died").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_and_a_device_stay_what_they_are() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("target");
        let link = place.path().join("link");
        fs::write(&target, "old").unwrap();
        symlink(&target, &link).unwrap();
        save(&link, b"new").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        save(Path::new("/dev/full"), b"new").unwrap_err();
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
