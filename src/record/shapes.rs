//! The beginnings of secrets that are known by how they look.

/// A known beginning of a secret, and what its body consists of.
pub(super) struct Shape {
    /// The literal beginning.
    pub(super) prefix: &'static str,
    /// Fewest characters of the body.
    pub(super) least: usize,
    /// Where the beginning is no part of the secret (`Bearer `), it stays.
    pub(super) keeps_prefix: bool,
    /// What a character of the body is.
    pub(super) body: fn(char) -> bool,
}

fn key(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

fn upper(character: char) -> bool {
    character.is_ascii_uppercase() || character.is_ascii_digit()
}

fn token(character: char) -> bool {
    key(character) || matches!(character, '.' | '~' | '+' | '/' | '=' | ':')
}

/// A token of letters, digits, `_` and `-` behind `prefix`.
const fn keyed(prefix: &'static str, least: usize) -> Shape {
    Shape {
        prefix,
        least,
        keeps_prefix: false,
        body: key,
    }
}

/// A token that may hold `.`, `/` and the like.
const fn dotted(prefix: &'static str, least: usize) -> Shape {
    Shape {
        prefix,
        least,
        keeps_prefix: false,
        body: token,
    }
}

/// What follows `prefix` is the secret.
const fn behind(prefix: &'static str, least: usize) -> Shape {
    Shape {
        prefix,
        least,
        keeps_prefix: true,
        body: token,
    }
}

/// The shapes, each with where it is documented. Lengths are lower bounds that keep ordinary words out.
pub(super) const SHAPES: &[Shape] = &[
    // GitHub: "Behind GitHub's new authentication token formats"; fine-grained tokens.
    keyed("ghp_", 20),
    keyed("gho_", 20),
    keyed("ghu_", 20),
    keyed("ghs_", 20),
    keyed("ghr_", 20),
    keyed("github_pat_", 20),
    // GitLab: token overview, token prefixes.
    keyed("glpat-", 16),
    keyed("gldt-", 16),
    keyed("glrt-", 16),
    keyed("glcbt-", 16),
    keyed("glptt-", 16),
    keyed("glsoat-", 16),
    keyed("glft-", 16),
    // Slack: token types; incoming webhooks.
    keyed("xoxb-", 10),
    keyed("xoxp-", 10),
    keyed("xoxa-", 10),
    keyed("xoxe-", 10),
    keyed("xoxs-", 10),
    keyed("xoxr-", 10),
    keyed("xapp-", 10),
    behind("hooks.slack.com/services/", 10),
    // Discord: webhook resource. Telegram: bot API, "Authorizing your bot".
    behind("discord.com/api/webhooks/", 10),
    behind("discordapp.com/api/webhooks/", 10),
    behind("api.telegram.org/bot", 10),
    // OpenAI, Anthropic, DeepSeek (`sk-`), Groq, Replicate, xAI, Perplexity, Hugging Face: API keys.
    keyed("sk-", 20),
    keyed("gsk_", 20),
    keyed("r8_", 20),
    keyed("xai-", 20),
    keyed("pplx-", 20),
    keyed("hf_", 20),
    // Stripe: API keys; webhook signing secrets. Square: access tokens.
    keyed("sk_live_", 10),
    keyed("sk_test_", 10),
    keyed("rk_live_", 10),
    keyed("rk_test_", 10),
    keyed("whsec_", 16),
    keyed("sq0atp-", 16),
    keyed("sq0csp-", 16),
    // AWS: IAM identifiers, unique ids (key ids of users and of sessions).
    Shape {
        prefix: "AKIA",
        least: 16,
        keeps_prefix: false,
        body: upper,
    },
    Shape {
        prefix: "ASIA",
        least: 16,
        keeps_prefix: false,
        body: upper,
    },
    // Google Cloud: API keys, OAuth 2.0 access and refresh tokens, client secrets.
    keyed("AIza", 30),
    dotted("ya29.", 20),
    dotted("1//0", 20),
    keyed("GOCSPX-", 16),
    // Package registries: npm, PyPI, RubyGems, crates.io, Docker Hub.
    keyed("npm_", 30),
    keyed("pypi-", 30),
    keyed("rubygems_", 30),
    keyed("cio", 32),
    keyed("dckr_pat_", 16),
    keyed("dckr_oat_", 16),
    // HashiCorp Vault (1.10 and later) and Terraform Cloud.
    keyed("hvs.", 20),
    keyed("hvb.", 20),
    keyed("hvr.", 20),
    // Atlassian and Bitbucket: API tokens, app passwords.
    dotted("ATATT3", 20),
    dotted("ATBB", 20),
    // Cloud and delivery services, each by its page on tokens.
    keyed("dop_v1_", 20),
    keyed("doo_v1_", 20),
    keyed("dp.pt.", 20),
    keyed("dapi", 32),
    keyed("lin_api_", 20),
    keyed("ntn_", 20),
    keyed("pscale_tkn_", 20),
    keyed("pscale_pw_", 20),
    keyed("nfp_", 20),
    keyed("sbp_", 20),
    keyed("glsa_", 20),
    keyed("glc_", 20),
    keyed("NRAK-", 16),
    dotted("sntrys_", 20),
    keyed("shpat_", 16),
    keyed("shpss_", 16),
    keyed("shpca_", 16),
    keyed("PMAK-", 20),
    keyed("figd_", 20),
    keyed("pul-", 30),
    keyed("CCIPAT_", 16),
    keyed("tskey-", 16),
    keyed("ops_eyJ", 20),
    dotted("FlyV1 ", 20),
    dotted("fo1_", 20),
    keyed("AGE-SECRET-KEY-1", 30),
    // SendGrid and Mailgun: API keys.
    dotted("SG.", 20),
    keyed("key-", 32),
    // RFC 7519: a JWT begins with base64url of `{"`.
    dotted("eyJ", 20),
    // RFC 6750 and RFC 7617.
    behind("Bearer ", 8),
    behind("bearer ", 8),
    behind("Basic ", 8),
    behind("basic ", 8),
];
