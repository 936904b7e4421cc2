import type { AdminKeys } from './access/admin-keys.ts'
import type { Sessions } from './access/sessions.ts'
import type { TenantTokens } from './access/tenant-tokens.ts'
import type { TokenLinks } from './access/token-links.ts'
import type { Connections } from './accounts/connections.ts'
import type { Credentials } from './accounts/credentials.ts'
import type { Revocations } from './accounts/revocations.ts'
import type { Seeds } from './accounts/seeds.ts'
import type { Tenants } from './accounts/tenants.ts'
import type { VendorApplications } from './accounts/vendor-applications.ts'
import type { Audit } from './audit/entries.ts'
import type { FailedCalls } from './audit/failed-calls.ts'
import type { RollUps } from './audit/roll-ups.ts'
import type { Changes } from './changes.ts'
import type { Effects } from './effects/effects.ts'
import type { TenantSecrets } from './effects/tenant-secrets.ts'
import type { Gateways } from './gateways.ts'
import type { Billing } from './limits/billing.ts'
import type { Counters } from './limits/counters.ts'
import type { Quotas } from './limits/quotas.ts'
import type { RuleCounts } from './limits/rule-counts.ts'
import type { VendorQuotaCounts } from './limits/vendor-quotas.ts'
import type { AuthorizationCodes } from './oauth/authorization-codes.ts'
import type { OAuthClients } from './oauth/clients.ts'
import type { Grants } from './oauth/grants.ts'
import type { UsedAssertions } from './oauth/used-assertions.ts'
import type { Transfer } from './transfer.ts'
import type { Approvals } from './work/approvals.ts'
import type { CodeRuns } from './work/code-runs.ts'
import type { Continuations } from './work/continuations.ts'
import type { FileContents, Files } from './work/files.ts'
import type { Snapshots } from './work/snapshots.ts'
import type { StandingApprovals } from './work/standing-approvals.ts'
import type { Suggestions } from './work/suggestions.ts'
import type { Webhooks } from './work/webhooks.ts'

/** `configuration` holds tenants, credentials and grants; `audit` holds the audit log and the usage counted from it. */
export type StorePart = 'configuration' | 'audit'

/** An operation of the store took too long: the cause of its UNAVAILABLE. It has begun, so it may still be carried out. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/** Ports whose data may disappear, and members that are not ports. */
type Unkept =
  | 'continuations'
  | 'files'
  | 'fileContents'
  | 'sessions'
  | 'failedCalls'
  | 'counters'
  | 'vendorQuotas'
  | 'quotas'
  | 'gateways'
  | 'effects'
  | 'changes'
  | 'transfer'
  | 'ping'
  | 'isUp'
  | 'close'

/**
 * All stored data. Each method is atomic, and what it acknowledged survives power loss. A method rejects with GatewayError
 * UNAVAILABLE if the store can't be reached.
 */
export interface Store {
  readonly tenants: Tenants
  readonly tenantTokens: TenantTokens
  readonly tokenLinks: TokenLinks
  readonly credentials: Credentials
  readonly seeds: Seeds
  readonly oauthClients: OAuthClients
  readonly authorizationCodes: AuthorizationCodes
  readonly grants: Grants
  readonly usedAssertions: UsedAssertions
  readonly billing: Billing
  readonly suggestions: Suggestions
  readonly adminKeys: AdminKeys
  readonly webhooks: Webhooks
  readonly apps: VendorApplications
  readonly connections: Connections
  readonly revocations: Revocations
  readonly audit: Audit
  readonly snapshots: Snapshots
  readonly rollUps: RollUps
  readonly effects: Effects
  readonly tenantSecrets: TenantSecrets
  readonly approvals: Approvals
  readonly standingApprovals: StandingApprovals
  readonly codeRuns: CodeRuns
  readonly failedCalls: FailedCalls
  readonly files: Files
  readonly fileContents: FileContents
  readonly continuations: Continuations
  readonly sessions: Sessions
  readonly counters: Counters
  readonly vendorQuotas: VendorQuotaCounts
  readonly quotas: Quotas
  readonly ruleCounts: RuleCounts
  readonly gateways: Gateways
  readonly changes: Changes
  /** This doesn't type-check if a port above keeps records of a kind that `Records` lacks. */
  readonly transfer: Transfer<Exclude<keyof Store, Unkept>>
  /** Reads from the part; if its last write failed, writes as well. Rejects if the part is down. */
  ping(part: StorePart): Promise<void>
  /** The known state of the part, without asking it: `false` after a failed write, until a write succeeds. */
  isUp(part: StorePart): boolean
  close(): Promise<void>
}
