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
]
