//! Command → the words that may be paths, and what is done with them.
//!
//! `R` reads, `W` writes, `?` not known; then `!` always a path, `~` where likely, `:` where written as one,
//! `@` so or where it exists and may be a name, `.` written as a path and only then, `=` where it exists; a trailing `/` for a descent (`/?` for a likely one). In front `^` where it may be
//! a write whatever the program leaves alone, `^^` where nothing but protected writes is held against it.

use crate::shell::grammar::testing::{show, words};
use crate::shell::grammar::{
    Beside, Command, Declared, Does, Effects, Guard, Place, Reach, When, analyze, usage,
};
use crate::shell::{Span, Words};

fn used(text: &str) -> String {
    let all = words(text);
    let mut declared = Declared::default();
    for (name, read, write) in [
        ("rtool", true, false),
        ("wtool", false, true),
        ("lint", false, false),
    ] {
        declared.effects.insert(name.to_owned(), Effects { read, write });
    }
    let all = Words::from(all);
    let command = Command {
        words: &all,
        assignments: &[],
        redirects: &[],
        piped: false,
        appends: false,
        span: Span::default(),
        place: Place::default(),
    };
    let handed = analyze(&command, &declared).map(|wrapping| wrapping.handed);
    let usage = usage(&all, handed.as_deref().unwrap_or_default(), &declared);
    let mut line: Vec<String> = usage
        .touches
        .iter()
        .map(|touch| {
            let does = match touch.does {
                Does::Reads => 'R',
                Does::Writes => 'W',
                Does::Unknown => '?',
            };
            let when = match touch.when {
                When::Always => '!',
                When::Likely => '~',
                When::Shaped => ':',
                When::Named => '@',
                When::Written => '.',
                When::Existing => '=',
            };
            let entered = usage.folders.iter().take(touch.folders);
            let folders: Vec<String> = entered.map(|folder| format!("@{}", show(folder))).collect();
            let folders = folders.concat();
            let below = match touch.reach {
                Reach::Itself => "",
                Reach::Perhaps => "/?",
                Reach::Below => "/",
            };
            let guard = match touch.guard {
                Guard::Usual => "",
                Guard::AtRisk => "^",
                Guard::Alone => "^^",
            };
            let beside = match touch.beside {
                None => "",
                Some(Beside::Unpacked) => "(-)",
                Some(Beside::Packed(_)) => "(+)",
            };
            format!("{guard}{does}{when}{}{below}{beside}{folders}", show(&touch.word))
        })
        .collect();
    line.extend(usage.excludes.iter().map(|exclude| format!("-{exclude}")));
    line.join(" ")
}

fn hold(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, wanted)| {
            let found = used(text);
            (found != *wanted).then(|| format!("{text}\n  wanted {wanted}\n  found  {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn readers() {
    hold(&[
        ("cat a .env", "R!a R!.env"),
        ("cat -A .env", "R!.env"),
        ("cat -- -x", "R!-x"),
        ("cat -", ""),
        ("cat --frob a", "?!a"),
        ("head -5 a", "R!a"),
        ("head -n 5 a", "R!a"),
        ("tail -f log", "R!log"),
        ("wc -l a b", "R!a R!b"),
        ("sort a -o b", "W!b R!a"),
        ("sort -k 2 a", "R!a"),
        ("sort \"$X\" a", "?!◌ ?!a"),
        ("uniq a b", "W!b R!a"),
        ("uniq -c", ""),
        ("cut -d: -f1 /etc/passwd", "R!/etc/passwd"),
        ("tr a b", ""),
        ("diff -u a b", "R!a R!b"),
        ("ls", "R!."),
        ("ls -la src", "R!src"),
        ("ls -R src", "R!src/"),
        ("stat -c %s a", "R!a"),
        ("file a", "R!a"),
        ("sed -n '1,5p' .env", "R!.env"),
        ("sed -e 's/a/b/' f", "R!f"),
        ("awk '{print}' f n=5", "R!f"),
        ("jq .a f", "R!f"),
        ("jq --arg k v .a f", "R!f"),
        ("jq --slurpfile k g .a f", "R!g R!f"),
        ("cd src", "R!src"),
        ("[ -f .env ]", "R!.env"),
        ("test a/b = c/d", ""),
        ("source .env", "R!.env"),
        ("echo /etc/passwd x.y", ""),
        ("printf '%s' a/b", ""),
        ("export A=/x/y", ""),
        ("base64 -d -o out.bin in.b64", "W!out.bin R!in.b64"),
        ("xxd a", "R!a"),
        ("md5sum a", "R!a"),
        ("du -sh .", "R!./"),
        ("tree src", "R!src/"),
    ]);
}

#[test]
fn searchers() {
    hold(&[
        ("grep -A 3 KEY .env", "R!.env"),
        ("grep --regexp=harmless /etc/passwd", "R!/etc/passwd"),
        ("grep 42 .env", "R!.env"),
        ("grep -rn foo src", "R!src/"),
        ("grep -r foo", "R!./"),
        ("grep -rn foo --exclude-dir=node_modules .", "R!./ -node_modules"),
        ("grep -f pats a", "R!pats R!a"),
        ("grep -e a -e b c", "R!c"),
        ("grep -E 'cat|dog' pets.txt", "R!pets.txt"),
        ("rg \"\" .env", "R!.env/"),
        ("rg foo", "R!./"),
        ("rg foo src -g '!*.env' -g '*.rs'", "R!src/ -*.env"),
        ("rg --files src", "R!src/"),
        ("rg -e foo src", "R!src/"),
        ("fd foo src", "R!src/"),
        ("fd -e log -x rm", "R!./"),
        ("find . -name '*.rs'", "R!./"),
        ("find / -maxdepth 1", "R!//"),
        ("find src -newer a -delete", "R!a W!src/"),
        ("find . -name '*.env' ! -name x -delete", "W!./ W!*.env"),
        ("find . -path ./.git -prune -o -print", "R!./ -./.git"),
        ("find . -exec rm {} \\;", "R!./"),
        ("find . -fprint out", "W!out R!./"),
    ]);
}

#[test]
fn writers() {
    hold(&[
        ("cp .env /tmp/e.txt", "W!/tmp/e.txt R!.env"),
        ("cp -r a b", "W!b/ R!a/"),
        ("cp -t d a b", "W!d R!a R!b"),
        ("mv a b", "W!b/ W!a/"),
        ("rm -rf build", "W!build/"),
        ("rm a", "W!a"),
        ("ln -s .env pub.txt", "W!pub.txt/ ?!.env/"),
        ("mkdir -p a/b", "W!a/b"),
        ("mkdir -m 755 a", "W!a"),
        ("touch a", "W!a"),
        ("chmod +x a", "W!a"),
        ("chmod -R u+w d", "W!d/"),
        ("chown u:g a", "W!a"),
        ("tee -a log", "W!log"),
        ("dd if=a of=b bs=1M", "R!a W!b"),
        ("install -m 644 a b", "W!b R!a"),
        ("install -d a b", "W!a W!b"),
        ("rsync -a src/ host:dst", "R!src//"),
        ("rsync -av --exclude=.git a/ b/", "W!b// R!a// -.git"),
        ("scp a host:b", "R!a"),
        ("sed -i 's/a/b/' .env x.txt", "W!.env W!x.txt"),
        ("sed -i.bak -e s/a/b/ f", "W!f"),
        ("sed -i '' 's/a/b/' f", "W!f"),
        ("sed --in-place s/a/b/ f", "W!f"),
        ("sed --in-pl s/a/b/ f", "W!f"),
        ("tar czf o.tgz src", "W!o.tgz R!src/"),
        ("tar -czf o.tgz -C d x", "W!o.tgz R!d R!x/@d"),
        ("tar xzf a.tgz", "R!a.tgz W!./"),
        ("tar -xf a.tar -C out", "R!a.tar R!out W!./@out"),
        ("tar tf a.tar", "R!a.tar"),
        (
            "tar --exclude-from=./.env -cf o.tar src",
            "R!./.env W!o.tar R!src/",
        ),
        ("tar cf - src", "R!src/"),
        ("zip -r o.zip src", "W!o.zip/ R!src/"),
        ("unzip a.zip -d out", "W!out/ R!a.zip"),
        ("unzip a.zip", "R!a.zip W!./"),
        ("unzip -l a.zip", "R!a.zip"),
        ("gzip a", "W!a(+)"),
        ("gzip -dk a.gz", "R!a.gz(-)"),
        ("gunzip -c a.gz", "R!a.gz"),
        ("unzstd a.zst", "R!a.zst(-)"),
        ("xz -d a.xz", "W!a.xz(-)"),
        ("cpio -id", "^?~d W!./"),
        ("7z x a.7z -oout", "R~a.7z W!out/"),
        ("curl -s https://example.com/x.json", ""),
        ("curl -o out.json https://x", "W!out.json"),
        ("curl -d @body.json https://x", "R!body.json"),
        ("curl -F file=@a.png https://x", "R!a.png"),
        ("curl -H 'Accept: a/b' -X POST https://x", ""),
        ("curl -T - http://x", ""),
        ("wget -O out https://x", "W!out"),
        ("patch -p1 -i a.patch", "R!a.patch ^^W!./"),
        ("patch a.c a.patch", "W!a.c W!a.c.orig W!a.c.rej R!a.patch"),
        ("gcc -o out a.c -I inc", "W!out R!inc R!a.c"),
    ]);
}

#[test]
fn git() {
    hold(&[
        ("git status", ""),
        ("git log --oneline a1b2c3..origin/main", "R=a1b2c3..origin/main"),
        ("git log -p -3 -- src/a.rs", "R!src/a.rs"),
        ("git log --output=notes.txt -1", "W!notes.txt"),
        ("git diff HEAD~1 src", "R=HEAD~1 R=src"),
        ("git show HEAD:.env", "R:.env"),
        ("git add -A .", "R!./"),
        ("git add src/a.rs", "R!src/a.rs/"),
        ("git commit -m 'fix: a/b and c/d'", ""),
        ("git commit -am x", ""),
        ("git commit -F - ", ""),
        ("git commit -F msg.txt", "R!msg.txt"),
        ("git checkout -b feat/x", ""),
        ("git checkout feat/x", "W=feat/x/"),
        ("git checkout -- src/a.c", "W!src/a.c/"),
        ("git restore src/a.c", "W!src/a.c/"),
        ("git rm a", "W!a/"),
        ("git mv a b", "W!a/ W!b/"),
        ("git push origin feat/x", ""),
        ("git push -u origin HEAD", ""),
        ("git branch feat/x", ""),
        ("git merge origin/main", ""),
        ("git rebase origin/main", ""),
        ("git remote set-url origin https://example.net/x.git", ""),
        ("git clone https://x/y.git", "W!y"),
        ("git clone git@github.com:o/r.git dir/x", "W!dir/x"),
        ("git clone . x", "R~. W!x"),
        ("git init x", "W!x"),
        ("git submodule add https://x/y", "W!y"),
        ("git worktree add ../wt feat/x", "W!../wt"),
        ("git am a.patch", "R!a.patch ^^W!./"),
        ("git config -f a x.y z", "^?!a"),
        ("git config --global x.y z", "W!$HOME/.gitconfig"),
        ("git config --get x.y", ""),
        ("git grep --no-index foo", "R!./"),
        ("git read-tree --prefix=d/ -u HEAD", "W!d/"),
        ("git blame --contents a b", "R!a R=b"),
        ("git -C ../other log", "R!../other"),
        ("git -C d add a", "R!d R!a/@d"),
        ("git --git-dir=/srv/repo/.git log", "^?!/srv/repo/.git"),
        ("git grep foo -- src", "R!src/"),
        ("git apply a.patch", "R!a.patch ^^W!./"),
        ("git apply --check a.patch", "R!a.patch"),
        ("git stash push -m wip -- a", "W!a"),
        ("git config user.email a@b.c", "W!.git/config"),
        ("git tag v1.0", ""),
        ("git cherry-pick abc", ""),
        ("git blame src/a.rs", "R=src/a.rs"),
    ]);
}

#[test]
fn wrappers_name_their_own() {
    hold(&[
        ("flock /tmp/l rm a", "W!/tmp/l"),
        ("timeout 5 cat .env", ""),
        ("env -C d cat .env", "R!d"),
        ("sudo cat /etc/shadow", ""),
        ("strace -o out ls", "W!out"),
        ("xargs -a list rm", "R!list"),
        ("docker run --env-file ./.env img", "R!./.env"),
        ("docker run -v /home/u:/w -v vol:/x img", "?./home/u ?.vol"),
        ("docker run -v $PWD:/w img cat /etc/x", "?.$PWD"),
        ("docker run --mount type=bind,source=/x,target=/y img", "?./x"),
        ("docker exec c cat /etc/x", ""),
        ("ssh -i key host cat /etc/x", "R!key"),
        ("bash ./x.sh a.txt", "R~./x.sh ?~a.txt"),
        ("bash -c 'cat x' _ .env", "?~_ ?~.env"),
        ("python3 x.py data.csv", "R~x.py ?~data.csv"),
        ("python -m foo.bar tests/x", "?~tests/x"),
        ("python -c 'open(\"/x\")'", ""),
        ("chroot /mnt ls", "^?!/mnt"),
    ]);
}

#[test]
fn other_programs() {
    hold(&[
        ("openssl x509 -in server.pem", "?~x509 ^?~n ?~server.pem"),
        (
            "foo --file=./x -o./y -n1 @./z K=./v",
            "^?~./x ^?~./y ^?~1 ?~@./z ?~./z ?=K=./v ?~./v",
        ),
        ("npm run build", "?@build"),
        ("npm install @scope/pkg", "?@@scope/pkg ?~scope/pkg"),
        ("go test ./...", "?:./..."),
        ("make test", ""),
        ("make PREFIX=/usr install", "?=PREFIX=/usr ?~/usr"),
        ("cargo test --manifest-path a/Cargo.toml", "^?!a/Cargo.toml"),
        ("nix run 'flake#tool'", "?@flake#tool"),
        ("rtool a -x b", "R!a/? R!b/?"),
        ("wtool a", "W!a/?"),
        ("wtool k=a", "W!k=a/? ?=k=a ?~a"),
        ("lint a/b", "?~a/b"),
        ("./cat a", "?~a"),
        ("foo c:d/x", "?~c:d/x ?@c ?@d/x"),
        ("cargo build --target-dir t", "W!t"),
        ("cargo new x", "W!x/"),
        ("go build -o app ./cmd", "W!app ?:./cmd"),
        ("docker cp c:/x y", "W!y"),
        ("docker cp x c:/y", "R!x"),
        ("npm --prefix d run x", "^?!d ?@x"),
        ("pnpm -C d test", "R!d"),
        ("aws s3 cp s3://b/x y", "W!y"),
        ("gh repo clone o/r d", "?@o/r W!d/"),
        ("make -C d -f m x", "R!d R!m@d"),
        ("python3 -m zipfile -e a.zip d", "R!a.zip W!d/"),
        ("python3 -m http.server", "R!./"),
        ("vim +3 a", "^?!a"),
        ("history -w a", "W!a"),
        ("gawk -i inplace 1 a", "R~inplace W!a"),
        ("sqlite3 a.db 'select 1'", "^?!a.db"),
        ("pytest tests", "?~tests"),
        ("docker build -f docker/Dockerfile .", "R!docker/Dockerfile R!./?"),
    ]);
}
