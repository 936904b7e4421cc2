/**
 * The schema of `audit.sqlite`, as the steps that lead to it. A new step is added at the end; a released one is never edited
 * (`test/upgrade/released-steps.json`).
 *
 * The table is in the order of its ids, so that an append touches the last page only. Every further index costs one written
 * page per distinct value in a transaction. The index by tenant is worth it; `audit-rows.ts` scans for the other filters.
 * Entries move into the table from batches, many at a time (`audit-batches.ts`).
 */
export const auditMigrations: readonly string[] = [
  `
  CREATE TABLE audit (
    id TEXT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    tenant TEXT,
    action TEXT,
    source TEXT NOT NULL,
    key TEXT,
    outcome TEXT NOT NULL,
    code TEXT,
    status INTEGER NOT NULL,
    ip TEXT,
    token_id TEXT,
    request_id TEXT,
    duration_ms REAL NOT NULL,
    count INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX audit_by_tenant ON audit (tenant);
  `,
  `
  ALTER TABLE audit ADD COLUMN cache TEXT;
  ALTER TABLE audit ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE audit ADD COLUMN billable INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE roll_ups (
    id TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Entries that have no rows yet. They are newer than all that have, and no two batches overlap.
  CREATE TABLE audit_batches (
    number INTEGER NOT NULL PRIMARY KEY,
    first TEXT NOT NULL, -- ids
    last TEXT NOT NULL,
    count INTEGER NOT NULL,
    entries TEXT NOT NULL -- a line an entry, each a JSON array
  ) STRICT;
  `,
  `
  ALTER TABLE audit ADD COLUMN reason TEXT;
  ALTER TABLE audit ADD COLUMN tries TEXT;
  `,
  `
  -- Made again, as two released versions had made it in two ways.
  DROP INDEX audit_by_tenant;
  ALTER TABLE audit RENAME TO old_audit;
  CREATE TABLE audit (
    id TEXT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    tenant TEXT,
    action TEXT,
    source TEXT NOT NULL,
    key TEXT,
    outcome TEXT NOT NULL,
    code TEXT,
    status INTEGER NOT NULL,
    ip TEXT,
    token_id TEXT,
    request_id TEXT,
    duration_ms REAL NOT NULL,
    count INTEGER NOT NULL,
    cache TEXT,
    bytes INTEGER NOT NULL,
    billable INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE audit ADD COLUMN reason TEXT;
  ALTER TABLE audit ADD COLUMN tries TEXT;
  INSERT INTO audit
    SELECT id, at, tenant, action, source, key, outcome, code, status, ip, token_id, request_id, duration_ms, count, cache,
      bytes, billable, reason, tries FROM old_audit;
  DROP TABLE old_audit;
  CREATE INDEX audit_by_tenant ON audit (tenant);
  `,
  `
  ALTER TABLE audit ADD COLUMN digest TEXT;
  ALTER TABLE audit ADD COLUMN resolves TEXT;
  ALTER TABLE audit ADD COLUMN resolved_as TEXT;
  ALTER TABLE audit ADD COLUMN approval_id TEXT;
  ALTER TABLE audit ADD COLUMN parent TEXT;
  ALTER TABLE audit ADD COLUMN actor TEXT;

  -- A batch was all that was appended together; now it is that of one quarter of a second, by the beginning of the ids.
  INSERT INTO audit
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
      value ->> 16, value ->> 17, value ->> 18, NULL, NULL, NULL, NULL, NULL, NULL
    FROM audit_batches, json_each('[' || replace(entries, char(10), ',') || ']')
    WHERE true
    ON CONFLICT (id) DO NOTHING;
  DROP TABLE audit_batches;
  CREATE TABLE audit_batches (
    number INTEGER NOT NULL PRIMARY KEY,
    first TEXT NOT NULL, -- ids
    last TEXT NOT NULL,
    count INTEGER NOT NULL,
    entries TEXT NOT NULL -- a line an entry, each a JSON array
  ) STRICT;
  CREATE INDEX audit_batches_by_first ON audit_batches (first);
  `,
  `
  CREATE TABLE intents (
    id TEXT NOT NULL PRIMARY KEY,
    gateway_id TEXT NOT NULL,
    count INTEGER NOT NULL,
    lines TEXT NOT NULL,
    sealed TEXT
  ) STRICT;

  CREATE TABLE effect_keys (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    parameters TEXT NOT NULL,
    state TEXT NOT NULL,
    sealed_answer TEXT,
    bytes INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, -- Unix milliseconds
    gateway_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX effect_keys_running ON effect_keys (gateway_id) WHERE state = 'running';
  CREATE INDEX effect_keys_by_expiry ON effect_keys (expires_at);
  CREATE INDEX effect_answers ON effect_keys (tenant, expires_at, bytes) WHERE bytes > 0;

  CREATE TABLE unknown_effects (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT,
    action TEXT,
    key TEXT,
    source TEXT NOT NULL,
    token_id TEXT,
    request_id TEXT,
    keys TEXT NOT NULL, -- JSON
    sealed_parameters TEXT,
    next_at INTEGER, -- Unix milliseconds
    asked INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX unknown_effects_due ON unknown_effects (next_at) WHERE next_at IS NOT NULL;
  `,
  `
  ALTER TABLE audit ADD COLUMN idempotency_key TEXT;
  `,
  `
  ALTER TABLE effect_keys ADD COLUMN handover_id TEXT;
  `,
  `
  ALTER TABLE audit ADD COLUMN class TEXT;
  ALTER TABLE audit ADD COLUMN changes TEXT; -- JSON
  `,
  `
  -- In the order in which keys are taken, where it was that of their digests: the keys of one transaction lie on one page.
  DROP INDEX effect_keys_running;
  DROP INDEX effect_keys_by_expiry;
  DROP INDEX effect_answers;
  ALTER TABLE effect_keys RENAME TO old_effect_keys;
  CREATE TABLE effect_keys (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    parameters TEXT NOT NULL,
    state TEXT NOT NULL,
    sealed_answer TEXT,
    bytes INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, -- Unix milliseconds
    gateway_id TEXT NOT NULL,
    handover_id TEXT
  ) STRICT;
  INSERT INTO effect_keys
    SELECT id, tenant, entry_id, parameters, state, sealed_answer, bytes, expires_at, gateway_id, handover_id
    FROM old_effect_keys ORDER BY expires_at;
  DROP TABLE old_effect_keys;
  CREATE INDEX effect_keys_running ON effect_keys (gateway_id) WHERE state = 'running';
  CREATE INDEX effect_keys_by_expiry ON effect_keys (expires_at);
  CREATE INDEX effect_answers ON effect_keys (tenant, expires_at, bytes) WHERE bytes > 0;
  `,
]
