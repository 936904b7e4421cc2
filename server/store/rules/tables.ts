import type { RecordKind, Records } from '@patchbay/core/store'
import type { AnyRecordTable, AnyTable, RecordMember, RecordTable, RecordWrite, TableBound } from '../records/table.ts'
import { adminKeyTable } from './access/admin-keys.ts'
import { sessionTable } from './access/sessions.ts'
import { tenantTokenTable } from './access/tenant-tokens.ts'
import { tokenLinkTable } from './access/token-links.ts'
import { credentialTable, seedTable } from './accounts/account-tables.ts'
import { linkTable } from './accounts/link-table.ts'
import { revocationTable } from './accounts/revocations.ts'
import { tenantTable } from './accounts/tenant-table.ts'
import { vendorApplicationTable } from './accounts/vendor-applications.ts'
import { failedCallTable } from './audit/failed-calls.ts'
import { effectKeyTable, intentTable, unknownEffectTable } from './effects/effect-tables.ts'
import { tenantSecretTable } from './effects/tenant-secrets.ts'
import { billingTable } from './limits/billing.ts'
import { ruleCountTable } from './limits/rule-counts.ts'
import { codeTable } from './oauth/authorization-codes.ts'
import { oauthClientTable } from './oauth/clients.ts'
import { usedAssertionTable } from './oauth/used-assertions.ts'
import { ownTables } from './own-tables.ts'
import { approvalTable, approvalTextTable } from './work/approvals.ts'
import { codeRunTable, codeRunTextTable } from './work/code-runs.ts'
import { fileTable } from './work/files.ts'
import { snapshotTable } from './work/snapshots.ts'
import { standingApprovalTable } from './work/standing-approvals.ts'
import { suggestionTable } from './work/suggestions.ts'
import { webhookTable } from './work/webhooks.ts'

/** The tables that both drivers store alike and that are moved from one store to another, by kind. */
const tablesByKind = {
  tenants: tenantTable,
  tenantTokens: tenantTokenTable,
  tokenLinks: tokenLinkTable,
  credentials: credentialTable,
  seeds: seedTable,
  oauthClients: oauthClientTable,
  authorizationCodes: codeTable,
  usedAssertions: usedAssertionTable,
  snapshots: snapshotTable,
  billing: billingTable,
  suggestions: suggestionTable,
  adminKeys: adminKeyTable,
  webhooks: webhookTable,
  apps: vendorApplicationTable,
  connections: linkTable,
  revocations: revocationTable,
  tenantSecrets: tenantSecretTable,
  approvals: approvalTable,
  approvalTexts: approvalTextTable,
  standingApprovals: standingApprovalTable,
  ruleCounts: ruleCountTable,
  codeRuns: codeRunTable,
  codeRunTexts: codeRunTextTable,
} satisfies { readonly [K in RecordKind]?: RecordTable<Records[K], RecordMember<Records[K]>> }

type TableKind = keyof typeof tablesByKind

/** Makes something of each table. */
export const mapTables = <A>(make: (table: AnyRecordTable) => A): Readonly<Record<TableKind, A>> =>
  Object.fromEntries(Object.entries(tablesByKind).map(([kind, table]) => [kind, make(table)])) as Record<TableKind, A>

export const recordTables: readonly AnyTable[] = [
  ...Object.values(mapTables(({ definition }) => definition)),
  sessionTable.definition,
  fileTable.definition,
  failedCallTable.definition,
]

/** Removes a tenant with its records in all these tables; the tenant last, as rows of the embedded store refer to it. */
export const removeTenant = (id: string): readonly RecordWrite[] => [
  ...recordTables.flatMap((table) => (table.tenant ? [{ table, remove: { [table.tenant]: id } }] : [])),
  tenantTable.remove({ id }),
]

const effectTables: readonly AnyTable[] = [intentTable, effectKeyTable, unknownEffectTable].map(
  ({ definition }) => definition,
)

/** The bound that keeps each table and collection from growing for ever, by its name. */
export const tableBounds: Readonly<Record<string, TableBound>> = {
  ...Object.fromEntries(
    [...recordTables, ...effectTables].map(({ name, bound }): [string, TableBound] => [name, bound]),
  ),
  ...ownTables,
}
