import type { AdminKeys } from './admin-keys.ts'
import type { Allowances } from './allowances.ts'
import type { Apps } from './apps.ts'
import type { Audit } from './audit.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import type { Billing } from './billing.ts'
import type { Changes } from './changes.ts'
import type { Connections } from './connections.ts'
import type { Continuations } from './continuations.ts'
import type { Counters } from './counters.ts'
import type { Credentials } from './credentials.ts'
import type { Grants } from './grants.ts'
import type { OAuthClients } from './oauth-clients.ts'
import type { Quotas } from './quotas.ts'
import type { Revocations } from './revocations.ts'
import type { RollUps } from './roll-ups.ts'
import type { Seeds } from './seeds.ts'
import type { Sessions } from './sessions.ts'
import type { Snapshots } from './snapshots.ts'
import type { Suggestions } from './suggestions.ts'
import type { TenantTokens } from './tenant-tokens.ts'
import type { Tenants } from './tenants.ts'
import type { Transfer } from './transfer.ts'
import type { UsedAssertions } from './used-assertions.ts'
import type { Webhooks } from './webhooks.ts'

export { type AdminKeyRecord, type AdminKeys, type AdminRole, adminRoles, type NewAdminKey } from './admin-keys.ts'
export type { Allowances, Share, Taken, TakeRequest, ToldAllowance } from './allowances.ts'
export type { AppRecord, AppRef, Apps, NewApp } from './apps.ts'
export {
  type Audit,
  type AuditEntry,
  type AuditFilter,
  type AuditRange,
  type AuditSource,
  accountOfKey,
  auditSources,
  type Tally,
  type TallySlice,
} from './audit.ts'
export type { AuthorizationCodeRecord, AuthorizationCodes } from './authorization-codes.ts'
export type { Billing, BillingConfiguration, BillingRecord } from './billing.ts'
export type { Change, Changes } from './changes.ts'
export type { ConnectAttempt, ConnectedAccount, Connections, ConnectLink } from './connections.ts'
export {
  type ContinuationRecord,
  type Continuations,
  continuationBounds,
  continuationOverhead,
} from './continuations.ts'
export type { Count, Counters } from './counters.ts'
export {
  type AccountRef,
  accountPath,
  type CredentialCounts,
  type CredentialRecord,
  type Credentials,
  type NewCredential,
} from './credentials.ts'
export {
  type AccessTokenRecord,
  type AssertedGrant,
  type GrantRecord,
  type Grants,
  type IssuedToken,
  type KeptGrant,
  mostTokens,
  type NewGrant,
  type NewTokens,
  type PresentedRefreshToken,
} from './grants.ts'
export { hashToken, tokenIdOf } from './hash-token.ts'
export type { IsRevocable, Leaving } from './leaving.ts'
export type { NewOAuthClient, OAuthClientRecord, OAuthClients } from './oauth-clients.ts'
export type { Quotas } from './quotas.ts'
export type { RevocationRecord, Revocations } from './revocations.ts'
export type { LateMark, RollUpCommit, RollUpRecord, RollUpState, RollUps } from './roll-ups.ts'
export type {
  Claim,
  ClaimRequest,
  ClientAuth,
  NewSeed,
  RefreshFailure,
  RefreshResult,
  SeedRecord,
  Seeds,
} from './seeds.ts'
export type { SessionRecord, Sessions } from './sessions.ts'
export type { SnapshotRecord, Snapshots } from './snapshots.ts'
export {
  type Finding,
  type Severity,
  type SuggestionFilter,
  type SuggestionRecord,
  type Suggestions,
  severities,
} from './suggestions.ts'
export {
  hasExpired,
  noTokenMembers,
  type RegisteredToken,
  type TenantTokenMembers,
  type TenantTokenRecord,
  type TenantTokens,
} from './tenant-tokens.ts'
export type {
  Account,
  ChangeTenant,
  ProviderEntry,
  PutTenant,
  TenantConfiguration,
  TenantOptions,
  TenantRecord,
  Tenants,
} from './tenants.ts'
export {
  type Progress,
  type RecordKey,
  type RecordKind,
  type RecordSet,
  type Records,
  recordKeys,
  recordKinds,
  type Transfer,
} from './transfer.ts'
export type { UsedAssertionRecord, UsedAssertions } from './used-assertions.ts'
export type { WebhookFilter, WebhookRecord, Webhooks } from './webhooks.ts'

/** `configuration` holds tenants, credentials and grants; `audit` holds the audit log and the usage counted from it. */
export type StorePart = 'configuration' | 'audit'

/** Ports whose data may disappear, and members that are no port. */
type Unkept =
  | 'continuations'
  | 'sessions'
  | 'counters'
  | 'allowances'
  | 'quotas'
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
  readonly apps: Apps
  readonly connections: Connections
  readonly revocations: Revocations
  readonly audit: Audit
  readonly snapshots: Snapshots
  readonly rollUps: RollUps
  readonly continuations: Continuations
  readonly sessions: Sessions
  readonly counters: Counters
  readonly allowances: Allowances
  readonly quotas: Quotas
  readonly changes: Changes
  /** This doesn't type-check if a port above keeps records of a kind that `Records` lacks. */
  readonly transfer: Transfer<Exclude<keyof Store, Unkept>>
  /** Reads from the part; if its last write failed, writes as well. Rejects if the part is down. */
  ping(part: StorePart): Promise<void>
  /** The known state of the part, without asking it: `false` after a failed write, until a write succeeds. */
  isUp(part: StorePart): boolean
  close(): Promise<void>
}
