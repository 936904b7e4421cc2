/**
 * The schema of `patchbay.sqlite` (configuration and credentials), as the steps that lead to it. A new step is added at the
 * end; a released one is never edited (`test/upgrade/released-steps.json`). Text is compared byte by byte (SQLite's BINARY collation).
 */
export const configurationMigrations: readonly string[] = [
  `
  CREATE TABLE tenants (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    providers TEXT NOT NULL, -- JSON
    options TEXT NOT NULL, -- JSON
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- No foreign key: a token may be registered before its tenant is configured.
  CREATE TABLE bearer_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    token_id TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bearer_tokens_by_tenant ON bearer_tokens (tenant_id, created_at);

  CREATE TABLE credentials (
    tenant TEXT NOT NULL REFERENCES tenants (id),
    provider TEXT NOT NULL,
    account TEXT NOT NULL,
    sealed TEXT NOT NULL,
    token_type TEXT NOT NULL,
    expires_at INTEGER,
    version TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (tenant, provider, account)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The move into this store that is under way, if there is one.
  CREATE TABLE transfer (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    progress TEXT NOT NULL -- JSON
  ) STRICT;
  `,
  `
  CREATE TABLE oauth_clients (
    client_id TEXT NOT NULL PRIMARY KEY,
    source TEXT NOT NULL,
    client_name TEXT,
    redirect_uris TEXT NOT NULL, -- JSON
    auth_method TEXT NOT NULL,
    secret_hash TEXT,
    created_at TEXT NOT NULL,
    used_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE used_at IS NULL;

  CREATE TABLE authorization_codes (
    hash TEXT NOT NULL PRIMARY KEY,
    client_id TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    bearer_hash TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    resource TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE oauth_grants (
    grant_id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT,
    resource TEXT NOT NULL,
    bearer_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL UNIQUE,
    family TEXT NOT NULL UNIQUE,
    generation INTEGER NOT NULL, -- of its current refresh tokens
    rotated_at INTEGER NOT NULL, -- when that began, Unix milliseconds
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_grants_by_tenant ON oauth_grants (tenant_id, grant_id);
  CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
  CREATE INDEX oauth_grants_by_bearer ON oauth_grants (bearer_hash);
  CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);

  -- With a rowid, which tells the order of a grant's tokens.
  CREATE TABLE oauth_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    grant_id TEXT NOT NULL,
    kind TEXT NOT NULL, -- access, refresh
    expires_at INTEGER, -- of an access token
    generation INTEGER -- of a refresh token
  ) STRICT;
  CREATE INDEX oauth_tokens_by_grant ON oauth_tokens (grant_id, kind);
  `,
  `
  CREATE TABLE snapshots (
    name TEXT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;

  -- Agenda's own, one row a schedule.
  CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    job TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX jobs_by_name ON jobs (name);
  `,
  `
  CREATE TABLE seeds (
    tenant TEXT NOT NULL REFERENCES tenants (id),
    provider TEXT NOT NULL,
    account TEXT NOT NULL,
    client_id TEXT NOT NULL,
    token_endpoint TEXT NOT NULL,
    sealed_client_secret TEXT NOT NULL,
    sealed_refresh_token TEXT NOT NULL,
    version TEXT NOT NULL,
    client_auth TEXT,
    status TEXT NOT NULL,
    error TEXT,
    failures INTEGER NOT NULL,
    retry_at INTEGER, -- Unix milliseconds, as forced_at and lease_until
    forced_at INTEGER,
    lease_owner TEXT,
    lease_until INTEGER NOT NULL,
    expires_at INTEGER, -- Unix seconds, as due_at
    due_at INTEGER,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (tenant, provider, account)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX seeds_due ON seeds (due_at) WHERE status = 'active';
  CREATE INDEX seeds_by_expiry ON seeds (expires_at) WHERE status = 'active';
  `,
  `
  CREATE TABLE billing (
    tenant TEXT NOT NULL PRIMARY KEY REFERENCES tenants (id),
    plan TEXT NOT NULL,
    currency TEXT NOT NULL,
    included_calls INTEGER NOT NULL,
    price_per_call TEXT NOT NULL,
    monthly_limit INTEGER,
    hard_limit INTEGER NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE suggestions (
    id TEXT NOT NULL PRIMARY KEY,
    finding TEXT NOT NULL,
    is_current INTEGER NOT NULL,
    tenant TEXT,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    title TEXT NOT NULL,
    detail TEXT NOT NULL,
    evidence TEXT NOT NULL,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    note TEXT,
    created_at TEXT NOT NULL,
    resolved_at TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE admin_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    key_id TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at INTEGER -- Unix seconds
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE bearer_tokens ADD COLUMN label TEXT;
  ALTER TABLE bearer_tokens ADD COLUMN expires_at INTEGER; -- Unix seconds
  ALTER TABLE bearer_tokens ADD COLUMN calls_per_minute INTEGER;
  `,
  `
  ALTER TABLE bearer_tokens ADD COLUMN allow TEXT; -- JSON
  ALTER TABLE bearer_tokens ADD COLUMN deny TEXT; -- JSON
  ALTER TABLE authorization_codes ADD COLUMN scope TEXT;
  ALTER TABLE oauth_grants ADD COLUMN scope TEXT;
  `,
  `
  ALTER TABLE tenants ADD COLUMN version TEXT NOT NULL DEFAULT '';
  ALTER TABLE billing ADD COLUMN version TEXT NOT NULL DEFAULT '';
  UPDATE tenants SET version = lower(hex(randomblob(16)));
  UPDATE billing SET version = lower(hex(randomblob(16)));
  `,
  `
  CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    type TEXT NOT NULL,
    tenant TEXT,
    payload TEXT NOT NULL, -- JSON
    created_at TEXT NOT NULL,
    failures INTEGER NOT NULL,
    status TEXT NOT NULL,
    next_at INTEGER NOT NULL, -- Unix milliseconds
    error TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhooks_by_time ON webhooks (status, next_at);
  `,
  `
  -- Of an access token that may do less than its grant.
  ALTER TABLE oauth_tokens ADD COLUMN scope TEXT;

  CREATE TABLE used_assertions (
    hash TEXT NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL -- Unix seconds
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX used_assertions_by_expiry ON used_assertions (expires_at);

  -- Made again, because a grant of an identity provider has no tenant token: \`bearer_hash\` may be NULL.
  CREATE TABLE new_oauth_grants (
    grant_id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT,
    resource TEXT NOT NULL,
    scope TEXT,
    issuer TEXT,
    subject TEXT,
    bearer_hash TEXT,
    code_hash TEXT NOT NULL UNIQUE,
    family TEXT NOT NULL UNIQUE,
    generation INTEGER NOT NULL, -- of its current refresh tokens
    rotated_at INTEGER NOT NULL, -- when that began, Unix milliseconds
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_oauth_grants
    SELECT grant_id, tenant_id, client_id, client_name, resource, scope, NULL, NULL, bearer_hash, code_hash, family,
      generation, rotated_at, created_at, last_used_at, expires_at FROM oauth_grants;
  DROP TABLE oauth_grants;
  ALTER TABLE new_oauth_grants RENAME TO oauth_grants;
  CREATE INDEX oauth_grants_by_tenant ON oauth_grants (tenant_id, grant_id);
  CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
  CREATE INDEX oauth_grants_by_bearer ON oauth_grants (bearer_hash);
  CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);
  `,
  `
  ALTER TABLE bearer_tokens ADD COLUMN last_used_at TEXT;
  `,
  `
  ALTER TABLE credentials ADD COLUMN rejected_at TEXT;
  `,
  `
  CREATE TABLE apps (
    provider TEXT NOT NULL,
    tenant TEXT NOT NULL, -- '': the gateway's own
    client_id TEXT NOT NULL,
    sealed_client_secret TEXT,
    scopes TEXT, -- JSON
    authorize_url TEXT,
    token_url TEXT,
    revoke_url TEXT,
    version TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (provider, tenant)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE connect_links (
    connect_id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    state_hash TEXT, -- of the attempt under way
    tenant TEXT NOT NULL,
    expires_at INTEGER NOT NULL, -- Unix seconds
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX connect_links_by_state ON connect_links (state_hash);
  CREATE INDEX connect_links_by_tenant ON connect_links (tenant);
  `,
  `
  -- Accesses to end at the vendors.
  CREATE TABLE revocations (
    id TEXT NOT NULL PRIMARY KEY,
    next_at INTEGER NOT NULL, -- Unix milliseconds
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX revocations_by_time ON revocations (next_at);
  `,
  `
  CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    key_hash TEXT,
    confirmed_at INTEGER NOT NULL, -- Unix seconds
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Made again, as two released versions had made it in two ways.
  DROP INDEX bearer_tokens_by_tenant;
  ALTER TABLE bearer_tokens RENAME TO old_bearer_tokens;
  -- No foreign key: a token may be registered before its tenant is configured.
  CREATE TABLE bearer_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    token_id TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    label TEXT,
    expires_at INTEGER, -- Unix seconds
    calls_per_minute INTEGER,
    allow TEXT, -- JSON
    deny TEXT, -- JSON
    last_used_at TEXT
  ) STRICT, WITHOUT ROWID;
  INSERT INTO bearer_tokens
    SELECT hash, token_id, tenant_id, status, created_at, label, expires_at, calls_per_minute, allow, deny, last_used_at
    FROM old_bearer_tokens;
  DROP TABLE old_bearer_tokens;
  CREATE INDEX bearer_tokens_by_tenant ON bearer_tokens (tenant_id, created_at);
  `,
  `
  -- Long lists, sorted.
  CREATE INDEX tenants_by_name ON tenants (lower(name), id);
  CREATE INDEX tenants_by_creation ON tenants (created_at, id);
  CREATE INDEX tenants_by_change ON tenants (updated_at, id);
  CREATE INDEX bearer_tokens_by_creation ON bearer_tokens (created_at, hash);
  `,
  `
  CREATE TABLE tenant_secrets (
    tenant TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Keys and links of backends.
  ALTER TABLE admin_keys ADD COLUMN linker TEXT; -- JSON
  ALTER TABLE connect_links ADD COLUMN made_by TEXT;
  CREATE INDEX connect_links_by_maker ON connect_links (made_by, connect_id) WHERE made_by IS NOT NULL;
  `,
  `
  ALTER TABLE bearer_tokens ADD COLUMN ask TEXT; -- JSON
  ALTER TABLE bearer_tokens ADD COLUMN approve TEXT; -- JSON

  -- Calls that wait for a person's yes, or did.
  CREATE TABLE approvals (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER NOT NULL, -- Unix milliseconds
    link_hash TEXT NOT NULL,
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX approvals_by_state ON approvals (state, tenant, id);
  CREATE INDEX approvals_by_tenant ON approvals (tenant, id);
  CREATE INDEX approvals_by_due ON approvals (due_at);
  CREATE INDEX approvals_by_link ON approvals (link_hash);

  -- What is asked for, and what came of it.
  CREATE TABLE approval_texts (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    sealed_call TEXT NOT NULL,
    sealed_result TEXT
  ) STRICT;
  CREATE INDEX approval_texts_by_tenant ON approval_texts (tenant);
  `,
  `
  -- Calls that are sent without asking, for a while.
  CREATE TABLE standing_approvals (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    token_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL, -- Unix milliseconds
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX standing_approvals_by_tenant ON standing_approvals (tenant, id);
  CREATE INDEX standing_approvals_by_token ON standing_approvals (token_id);
  CREATE INDEX standing_approvals_by_expiry ON standing_approvals (expires_at);
  `,
  `
  -- Runs of code that wait for people's yes.
  CREATE TABLE code_runs (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    due_at INTEGER NOT NULL, -- Unix milliseconds
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX code_runs_by_tenant ON code_runs (tenant);
  CREATE INDEX code_runs_by_due ON code_runs (due_at);

  -- The code, and how far it has come.
  CREATE TABLE code_run_texts (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    sealed TEXT NOT NULL
  ) STRICT;
  CREATE INDEX code_run_texts_by_tenant ON code_run_texts (tenant);
  `,
  `
  -- Files that callers name by their ids; the bytes lie in a folder.
  CREATE TABLE stored_files (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    token_id TEXT NOT NULL,
    grant_id TEXT,
    name TEXT,
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT,
    created_at INTEGER NOT NULL, -- Unix milliseconds
    expires_at INTEGER NOT NULL,
    link_hash TEXT,
    link_expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX stored_files_by_tenant ON stored_files (tenant, id);
  CREATE INDEX stored_files_by_expiry ON stored_files (expires_at);
  CREATE INDEX stored_files_by_link ON stored_files (link_hash) WHERE link_hash IS NOT NULL;
  `,
  `
  -- Tokens that expired long ago are removed.
  CREATE INDEX bearer_tokens_by_expiry ON bearer_tokens (expires_at) WHERE expires_at IS NOT NULL;
  `,
  `
  -- Whose token a file is of, and of which call; files that are there say neither.
  ALTER TABLE stored_files ADD COLUMN token_hash TEXT;
  ALTER TABLE stored_files ADD COLUMN origin TEXT; -- JSON
  `,
  `
  -- The step in which the account was given what it has: two equal ones are of one owner at the vendor.
  ALTER TABLE credentials ADD COLUMN handover_id TEXT;
  ALTER TABLE seeds ADD COLUMN handover_id TEXT;
  `,
  `
  -- Of events that are not delivered yet: addresses that are secrets.
  ALTER TABLE webhooks ADD COLUMN sealed_url TEXT;
  `,
  `
  -- Which application a seed uses (NULL: nobody has looked yet), what its endpoint refuses, and since when.
  ALTER TABLE seeds ADD COLUMN application TEXT;
  ALTER TABLE seeds ADD COLUMN refused_as TEXT;
  ALTER TABLE seeds ADD COLUMN refused_since INTEGER; -- Unix milliseconds, as refreshed_at
  ALTER TABLE seeds ADD COLUMN refreshed_at INTEGER;
  CREATE INDEX seeds_by_client ON seeds (provider, client_id, refreshed_at);

  ALTER TABLE apps ADD COLUMN issuers TEXT; -- JSON
  ALTER TABLE apps ADD COLUMN secret_expires_at TEXT; -- ISO 8601
  ALTER TABLE apps ADD COLUMN former TEXT NOT NULL DEFAULT '[]'; -- JSON: clients before this one that accounts use
  `,
  `
  -- The calls that rules with a bound have let through in an hour or a day.
  CREATE TABLE rule_counts (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    ends_at INTEGER NOT NULL, -- Unix milliseconds
    calls INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rule_counts_by_tenant ON rule_counts (tenant, ends_at);
  `,
  `
  -- Links by which people get tokens of their own.
  CREATE TABLE token_links (
    hash TEXT NOT NULL PRIMARY KEY,
    link_id TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    members TEXT NOT NULL, -- JSON
    created_at TEXT NOT NULL, -- ISO 8601
    expires_at INTEGER NOT NULL -- Unix seconds
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX token_links_by_tenant ON token_links (tenant_id, created_at, hash);
  CREATE INDEX token_links_by_expiry ON token_links (expires_at);
  `,
  `
  -- Requests and answers of failed calls, of tenants that keep them for a day.
  CREATE TABLE failed_calls (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    sealed TEXT NOT NULL,
    due_at INTEGER NOT NULL -- Unix milliseconds
  ) STRICT;
  CREATE INDEX failed_calls_by_tenant ON failed_calls (tenant, id);
  CREATE INDEX failed_calls_by_end ON failed_calls (due_at);
  `,
]
