import type { AdminKeyRecord } from './access/admin-keys.ts'
import type { TenantTokenRecord } from './access/tenant-tokens.ts'
import type { TokenLinkRecord } from './access/token-links.ts'
import type { CredentialRecord, SeedRecord } from './accounts/account-records.ts'
import type { ConnectLink } from './accounts/connections.ts'
import type { RevocationRecord } from './accounts/revocations.ts'
import type { TenantRecord } from './accounts/tenants.ts'
import type { VendorApplicationRecord } from './accounts/vendor-applications.ts'
import type { AuditEntry } from './audit/entries.ts'
import type { RollUpRecord } from './audit/roll-ups.ts'
import type { EffectKey, IntentBatch, UnknownEffect } from './effects/effects.ts'
import type { TenantSecretRecord } from './effects/tenant-secrets.ts'
import type { BillingRecord } from './limits/billing.ts'
import type { RuleCountRecord } from './limits/rule-counts.ts'
import type { AuthorizationCodeRecord } from './oauth/authorization-codes.ts'
import type { OAuthClientRecord } from './oauth/clients.ts'
import type { GrantWithTokens } from './oauth/grants.ts'
import type { UsedAssertionRecord } from './oauth/used-assertions.ts'
import type { ApprovalRecord, ApprovalText } from './work/approvals.ts'
import type { CodeRunRecord, CodeRunText } from './work/code-runs.ts'
import type { SnapshotRecord } from './work/snapshots.ts'
import type { StandingApprovalRecord } from './work/standing-approvals.ts'
import type { SuggestionRecord } from './work/suggestions.ts'
import type { WebhookRecord } from './work/webhooks.ts'

/**
 * The stored records by kind. A kind has the name of its port in `Store`; `approvalTexts` are those of `approvals`, and the last three before
 * the log those of `effects`.
 */
export interface Records {
  readonly tenants: TenantRecord
  readonly tenantTokens: TenantTokenRecord
  readonly tokenLinks: TokenLinkRecord
  readonly credentials: CredentialRecord
  readonly seeds: SeedRecord
  readonly oauthClients: OAuthClientRecord
  readonly authorizationCodes: AuthorizationCodeRecord
  readonly grants: GrantWithTokens
  readonly usedAssertions: UsedAssertionRecord
  readonly snapshots: SnapshotRecord
  readonly billing: BillingRecord
  readonly suggestions: SuggestionRecord
  readonly adminKeys: AdminKeyRecord
  readonly webhooks: WebhookRecord
  readonly apps: VendorApplicationRecord
  readonly connections: ConnectLink
  readonly revocations: RevocationRecord
  readonly rollUps: RollUpRecord
  readonly tenantSecrets: TenantSecretRecord
  readonly approvals: ApprovalRecord
  readonly approvalTexts: ApprovalText
  readonly standingApprovals: StandingApprovalRecord
  readonly ruleCounts: RuleCountRecord
  readonly codeRuns: CodeRunRecord
  readonly codeRunTexts: CodeRunText
  readonly intents: IntentBatch
  readonly effectKeys: EffectKey
  readonly unknownEffects: UnknownEffect
  readonly audit: AuditEntry
}

export type RecordKind = keyof Records

/** The members that identify a record of each kind. Kinds are moved in this order: none refers to a later one. */
export const recordKeys = {
  tenants: ['id'],
  tenantTokens: ['hash'],
  tokenLinks: ['hash'],
  credentials: ['tenant', 'provider', 'account'],
  seeds: ['tenant', 'provider', 'account'],
  oauthClients: ['client_id'],
  authorizationCodes: ['hash'],
  grants: ['grant_id'],
  usedAssertions: ['hash'],
  snapshots: ['name'],
  billing: ['tenant'],
  suggestions: ['id'],
  adminKeys: ['hash'],
  webhooks: ['id'],
  apps: ['provider', 'tenant'],
  connections: ['connect_id'],
  revocations: ['id'],
  rollUps: ['id'],
  tenantSecrets: ['tenant'],
  approvals: ['id'],
  approvalTexts: ['id'],
  standingApprovals: ['id'],
  ruleCounts: ['id'],
  codeRuns: ['id'],
  codeRunTexts: ['id'],
  intents: ['id'],
  effectKeys: ['id'],
  unknownEffects: ['id'],
  audit: ['id'],
} as const satisfies { readonly [K in RecordKind]: readonly (keyof Records[K])[] }

export const recordKinds = Object.keys(recordKeys) as readonly RecordKind[]

/** The key of a record: the values of the members that `recordKeys` names. */
export type RecordKey = readonly string[]

/** Direct access to all records of a kind, for moving them: the rules of the port don't apply. */
export interface RecordSet<T> {
  count(): Promise<number>
  /** By key, ascending, compared byte by byte; `after` is the key of the last record of the previous page. */
  read(page: { readonly limit: number; readonly after: RecordKey | null }): Promise<readonly T[]>
  /** Inserts records, or replaces those with the same keys. Durable when it resolves. Announces no change. */
  write(records: readonly T[]): Promise<void>
  clear(): Promise<void>
}

/** The progress of a move into this store. */
export interface Progress {
  /** The source, without secrets. */
  readonly from: string
  readonly kind: RecordKind
  /** The key of the last record that was written. */
  readonly after: RecordKey | null
}

/** The move of one store into another while no gateway runs on either. `Ports`: the ports that keep records. */
export interface Transfer<Ports extends RecordKind = RecordKind> {
  readonly records: { readonly [K in RecordKind | Ports]: RecordSet<Records[K]> }
  /** The progress of an unfinished move; `null`: there is none. */
  progress(): Promise<Progress | null>
  setProgress(progress: Progress | null): Promise<void>
}
