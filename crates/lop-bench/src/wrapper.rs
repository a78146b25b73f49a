//! The scripts around a case's test, which count its runs and note what was interesting.

use std::path::{Path, PathBuf};

use super::cases::Case;

/// What the scripts are made of.
pub(crate) struct Wrapper<'a> {
    pub case: &'a Case,
    /// Where the notes go.
    pub work: &'a Path,
    /// Where answers are kept, if they are.
    pub store: Option<&'a PathBuf>,
}

impl Wrapper<'_> {
    /// The candidate is in the current directory.
    pub(crate) fn test(&self) -> String {
        format!("#!/bin/sh\n{}exit $code\n", self.body())
    }

    /// The path of the candidate is the last argument.
    pub(crate) fn check(&self) -> String {
        let name = quote(&self.case.file_name);
        format!(
            "#!/bin/sh\n\
             for candidate; do :; done\n\
             folder=$(mktemp -d) || exit 125\n\
             trap 'rm -rf \"$folder\"' EXIT\n\
             cp \"$candidate\" \"$folder\"/{name} && cd \"$folder\" || exit 125\n\
             {}exit $code\n",
            self.body()
        )
    }

    /// The same for Python.
    pub(crate) fn module(&self) -> String {
        format!(
            "import subprocess\n\n\n\
             def interesting(arguments, prefix):\n    \
                 return subprocess.call([{:?}, arguments[-1]]) == 0\n",
            self.work.join("check").to_string_lossy()
        )
    }

    /// Asks the test, and sets `code`. A counter is one byte longer after each query: appending a byte is atomic. What
    /// was interesting is noted with the time, and where answers are kept with the number of the query.
    fn body(&self) -> String {
        let work = |file: &str| quote(&self.work.join(file).to_string_lossy());
        let name = quote(&self.case.file_name);
        let (ask, clock) = match self.store {
            None => (self.ask(), "$(date +%s.%N)".to_owned()),
            Some(store) => (
                self.ask_or_remember(store),
                format!("$(($(wc -l <{})))", work("micros")),
            ),
        };
        format!(
            "printf . >>{runs}\n\
             {ask}\
             if [ \"$code\" -eq 0 ]; then\n\
                 bytes=$(($(wc -c <{name})))\n\
                 echo \"{clock} $bytes\" >>{interesting}\n\
                 read -r least 2>/dev/null <{least} || least=$((bytes + 1))\n\
                 if [ \"$bytes\" -lt \"$least\" ]; then\n\
                     cp {name} {best}.$$ && mv {best}.$$ {best} && echo \"$bytes\" >{least}\n\
                 fi\n\
             fi\n",
            runs = work("runs"),
            interesting = work("interesting"),
            best = work("best"),
            least = work("least"),
        )
    }

    fn ask(&self) -> String {
        format!("{} \"$@\"\ncode=$?\n", quote(&self.case.test.to_string_lossy()))
    }

    /// Asks only what was not asked before, and notes what that took.
    fn ask_or_remember(&self, store: &Path) -> String {
        format!(
            "key=$(sha256sum <{name})\n\
             answer={store}/${{key%% *}}\n\
             if ! read -r code micros 2>/dev/null <\"$answer\"; then\n\
                 begin=$(date +%s%N)\n\
                 {ask}\
                 micros=$((($(date +%s%N) - begin) / 1000))\n\
                 echo \"$code $micros\" >\"$answer.$$\" && mv \"$answer.$$\" \"$answer\"\n\
             fi\n\
             echo \"$micros\" >>{micros}\n",
            name = quote(&self.case.file_name),
            store = quote(&store.to_string_lossy()),
            ask = self.ask(),
            micros = quote(&self.work.join("micros").to_string_lossy()),
        )
    }
}

/// A word that the shell takes as it is.
pub(crate) fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn quoted_words_pass_the_shell_unchanged() {
        for word in ["plain", "two words", "it's", "$HOME `x` \"y\" \\"] {
            let output = Command::new("sh")
                .args(["-c", &format!("printf %s {}", quote(word))])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), word);
        }
    }
}
