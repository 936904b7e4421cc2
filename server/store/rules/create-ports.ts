import type { AuthorizationCodes, Credentials, Files, Store, Tenants } from '@patchbay/core/store'
import type { RecordStore } from '../records/record-store.ts'
import { createAdminKeys } from './access/admin-keys.ts'
import { createSessions } from './access/sessions.ts'
import { createTenantTokens } from './access/tenant-tokens.ts'
import { createTokenLinks } from './access/token-links.ts'
import { createConnections } from './accounts/connections.ts'
import { createCredentials } from './accounts/credentials.ts'
import { createRevocations } from './accounts/revocations.ts'
import { createTenants } from './accounts/tenants.ts'
import { createVendorApplications } from './accounts/vendor-applications.ts'
import { createFailedCalls } from './audit/failed-calls.ts'
import { createTenantSecrets } from './effects/tenant-secrets.ts'
import { createBilling } from './limits/billing.ts'
import { createRuleCounts } from './limits/rule-counts.ts'
import { createAuthorizationCodes } from './oauth/authorization-codes.ts'
import { createOAuthClients } from './oauth/clients.ts'
import { createUsedAssertions } from './oauth/used-assertions.ts'
import { createApprovalRecords } from './work/approvals.ts'
import { createCodeRunRecords } from './work/code-runs.ts'
import { createFileRecords } from './work/files.ts'
import { createSnapshots } from './work/snapshots.ts'
import { createStandingApprovalRecords } from './work/standing-approvals.ts'
import { createSuggestions } from './work/suggestions.ts'
import { createWebhookRecords } from './work/webhooks.ts'

/** The operations that each driver has in its own way. */
interface DriverOperations {
  /** Texts are sorted and searched as the database does it. With members of later versions. */
  readonly listTenants: Tenants['list']
  readonly countTenants: Tenants['total']
  /** Counts without reading: credentials are many. */
  readonly countCredentials: Credentials['count']
  /** A grant has tokens, which are found by their hashes. */
  readonly claimCode: AuthorizationCodes['claim']
  /** Their sum is the database's to make. */
  readonly sumFiles: Files['totalBytes']
}

/** The ports that are written once for both drivers. */
export const createPorts = (
  store: RecordStore,
  { listTenants, countTenants, countCredentials, claimCode, sumFiles }: DriverOperations,
) =>
  ({
    tenants: createTenants(store, { listTenants, countTenants }),
    tenantTokens: createTenantTokens(store),
    tokenLinks: createTokenLinks(store),
    authorizationCodes: createAuthorizationCodes(store, claimCode),
    oauthClients: createOAuthClients(store),
    credentials: createCredentials(store, countCredentials),
    connections: createConnections(store),
    snapshots: createSnapshots(store),
    billing: createBilling(store),
    ruleCounts: createRuleCounts(store),
    suggestions: createSuggestions(store),
    adminKeys: createAdminKeys(store),
    webhooks: createWebhookRecords(store),
    usedAssertions: createUsedAssertions(store),
    apps: createVendorApplications(store),
    revocations: createRevocations(store),
    sessions: createSessions(store),
    tenantSecrets: createTenantSecrets(store),
    approvals: createApprovalRecords(store),
    standingApprovals: createStandingApprovalRecords(store),
    codeRuns: createCodeRunRecords(store),
    failedCalls: createFailedCalls(store),
    files: createFileRecords(store, sumFiles),
  }) satisfies Partial<Store>
