//! No secret is left in what is written down or told: by shape, by name, by the program that takes it.

use crate::record::{REDACTED, clean, clean_text};
use proptest::prelude::*;
use serde_json::json;

/// The table that the tests of the whole program use as well.
const TABLE: &str = include_str!("../../../tests/e2e/secrets.txt");

#[test]
fn no_secret_of_the_table_is_left() {
    let mut left = Vec::new();
    let mut count = 0;
    for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
        let (secret, command) = row.split_once('\t').unwrap();
        let command = command.replace("\\n", "\n");
        count += 1;
        let shown = clean_text(&command, 1000);
        let nested = clean(
            json!({"gates": [{"value": command}], "input": {"command": command}}),
            1000,
        );
        if shown.contains(secret) || nested.to_string().contains(secret) || !shown.contains(REDACTED) {
            left.push(shown);
        }
    }
    assert!(count >= 60, "{count}");
    assert!(left.is_empty(), "{left:#?}");
}

/// What only looks like a secret: a log that hides it explains nothing.
#[test]
fn plain_words_stay() {
    #[rustfmt::skip]
    let cases = [
        "git push origin main", "git commit -m 'Add a token bucket'", "grep -rn password src",
        "cat token_file.txt", "docker run -u 1000:1000 x", "docker run -p 8080:80 web", "mkdir -p a/b",
        "tar -xzf x.tgz -C out", "curl -u \"$LOGIN\" x", "curl -H \"Authorization: $AUTH\" x",
        "curl -H \"Authorization: Bearer $TOKEN\" x", "mysql -u root -p app", "TOKEN=$OTHER ./run",
        "TOKEN=${OTHER} ./run", "TOKEN=$(cat token.txt) ./run", "ls --sort=size", "git clone https://github.com/a/b",
        "git clone git@github.com:a/b.git", "ssh bob@host", "scp a bob@host:/x", "npm run auth", "sort -k 2",
        "kubectl get secret db", "kubectl get pods -p", "openssl x509 -in cert.pem", "SORT_KEY=name ./run",
        "cd /home/u/passwords", "rg 'fn token' src", "python3 -m http.server", "vault status", "gh pr list",
        "http GET example.org", "echo hello | tee x", "-----BEGIN CERTIFICATE-----\nMII",
        "maxTokens: 5", "sed -n '1,40p' src/auth.rs", "find . -name '*.pass.ts'", "PWD=/x ls",
    ];
    for text in cases {
        let expected = match text {
            // The folder is shown to nobody who needs it; the name alone is too like a password's.
            "PWD=/x ls" => "PWD=[redacted] ls",
            text => text,
        };
        assert_eq!(clean_text(text, 1000), expected);
    }
}

/// Text that is made to be searched over and over again.
#[test]
fn the_search_is_linear_also_in_hostile_text() {
    for piece in [
        "token",
        "token=$a",
        "token=\"$a",
        "a_key=",
        "-----BEGIN ",
        "://",
        "://a:",
        "'",
        "\"\\",
        "password ",
        "authorization:$x",
        "mysql -p",
        "echo x | sudo -S ",
        "${token:-",
        "pass=",
        "\\\"",
        "x-api-key:$",
        "token=${token:",
    ] {
        let text = piece.repeat((1 << 18) / piece.len());
        // A quadratic search would not come back.
        assert!(clean_text(&text, 10).chars().count() <= 10);
    }
}

proptest! {
    #[test]
    fn what_is_masked_stays_masked(text in "(password|token|mysql|curl|-p|-u|=|:| |'|\"|a:b|\\$x|\\\\|x1|https://|@|;){0,14}") {
        let once = clean_text(&text, 1000);
        let twice = clean_text(&once, 1000);
        prop_assert_eq!(clean_text(&twice, 1000), twice);
    }
}
