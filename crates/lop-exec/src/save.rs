//! Writing a file so that it is whole at any moment.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file by new content: whoever looks sees the old file or the new one, never a part of either.
pub fn save(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".lop-").tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    // A temporary file is its owner's alone; the result is as readable as the file it replaces.
    let permissions = fs::metadata(path).map(|metadata| metadata.permissions());
    if let Ok(permissions) = permissions.or_else(|_| default_permissions(folder)) {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// What a file gets that anybody makes here.
fn default_permissions(folder: &Path) -> io::Result<fs::Permissions> {
    let probe = folder.join(format!(".lop-probe-{}", std::process::id()));
    let permissions = File::create(&probe)?.metadata()?.permissions();
    fs::remove_file(&probe)?;
    Ok(permissions)
}
