export type {
  AllowEntry,
  AskEntry,
  AskingRule,
  ConditionalRule,
  CountedRule,
  DenyEntry,
  ParameterCondition,
  RoleConditions,
} from './access/access-rules.ts'
export {
  type AdminKeyRecord,
  type AdminKeys,
  type AdminRole,
  adminRoles,
  includesRole,
  type KeyRole,
  keyRoles,
  type LinkerRight,
  type LinkerScope,
  linkerRights,
  type NewAdminKey,
} from './access/admin-keys.ts'
export { hashToken, makeTenantToken, toTokenId } from './access/hash-token.ts'
export type { SessionRecord, Sessions } from './access/sessions.ts'
export {
  hasTokenExpired,
  noTokenMembers,
  type RegisteredToken,
  type RotatedToken,
  type TenantTokenMembers,
  type TenantTokenPage,
  type TenantTokenRecord,
  type TenantTokens,
} from './access/tenant-tokens.ts'
export { mostTokenLinks, type TokenLinkRecord, type TokenLinks } from './access/token-links.ts'
export {
  type AccountRef,
  accountPath,
  type ClientAuth,
  type CredentialRecord,
  type HeldCredential,
  type NewCredential,
  type NewSeed,
  type RefusedPart,
  type ReplacedCredential,
  type SeedRecord,
} from './accounts/account-records.ts'
export type {
  ConnectAttempt,
  ConnectedAccount,
  Connections,
  ConnectLink,
  LinkRequester,
  SeenAccount,
} from './accounts/connections.ts'
export type { CredentialCounts, Credentials } from './accounts/credentials.ts'
export type { IsRevocable, Leaving } from './accounts/leaving.ts'
export type { RevocationRecord, Revocations } from './accounts/revocations.ts'
export type { Claim, ClaimRequest, RefreshFailure, RefreshResult, SeedApplication, Seeds } from './accounts/seeds.ts'
export {
  type Account,
  type ChangeTenant,
  newTenantOptions,
  type ProviderEntry,
  type PutTenant,
  readTenantPosition,
  type TenantConfiguration,
  type TenantOptions,
  type TenantOrder,
  type TenantPage,
  type TenantPosition,
  type TenantRecord,
  type Tenants,
  tenantOrders,
} from './accounts/tenants.ts'
export {
  applicationPath,
  findVendorClient,
  type NewVendorApplication,
  parseApplicationPath,
  type VendorApplicationRecord,
  type VendorApplicationRef,
  type VendorApplications,
  type VendorClient,
} from './accounts/vendor-applications.ts'
export { buildAuditEntry, type EntryPlace, type NewAuditEntry } from './audit/build-entry.ts'
export {
  type ActBesideCalls,
  type Audit,
  type AuditEntry,
  type AuditExtra,
  type AuditFilter,
  type AuditOutcome,
  type AuditRange,
  type AuditSource,
  accountOfKey,
  actsBesideCalls,
  auditExtras,
  auditOutcomes,
  auditSources,
  type EntryChange,
  type EntryFilter,
  type EntryGroup,
  isActBesideCalls,
  momentOfEntry,
  noAuditExtras,
  oldestEntryId,
  type Resolution,
  resolutions,
  showMembers,
  type Tally,
  type TallySlice,
} from './audit/entries.ts'
export { groupEntries, groupedMembers } from './audit/entry-groups.ts'
export type { FailedCallRecord, FailedCalls } from './audit/failed-calls.ts'
export { lowerAscii, matchesSearch } from './audit/matches-search.ts'
export type { AuditReader } from './audit/reader.ts'
export type { LateMark, RollUpCommit, RollUpRecord, RollUpState, RollUps } from './audit/roll-ups.ts'
export { type EntrySearch, type SearchWord, searchedMembers, severalOf } from './audit/search.ts'
export type { Change, Changes } from './changes.ts'
export {
  type Aftermath,
  type ClaimKind,
  type EffectKey,
  type Effects,
  type EffectsCommit,
  type IntentBatch,
  type KeyClaim,
  type KeyEnd,
  type KeyState,
  type LostClaim,
  noEffects,
  type Orphans,
  type ResealedValue,
  type UnknownEffect,
  type UnknownFilter,
} from './effects/effects.ts'
export type { TenantSecretRecord, TenantSecrets } from './effects/tenant-secrets.ts'
export {
  type Fleet,
  type GatewayRecord,
  type GatewayRef,
  type Gateways,
  gatewayBeatMs,
  gatewayLeaseMs,
  gatewayWatchMs,
  lowestLevel,
} from './gateways.ts'
export { currentLevel, featureAbove, type StoredRules } from './levels.ts'
export type { Billing, BillingConfiguration, BillingRecord } from './limits/billing.ts'
export type { Count, Counters } from './limits/counters.ts'
export type { Quotas } from './limits/quotas.ts'
export { giveBackCounts, type RuleCountRecord, type RuleCounts, type RuleWindow } from './limits/rule-counts.ts'
export type {
  ClosedQuota,
  VendorQuotaCounts,
  VendorQuotaReport,
  VendorQuotaRequest,
  VendorQuotaShare,
  VendorQuotaTaken,
} from './limits/vendor-quotas.ts'
export { type ListTotal, mostCounted, toListTotal } from './list-total.ts'
export type { AuthorizationCodeRecord, AuthorizationCodes } from './oauth/authorization-codes.ts'
export type { NewOAuthClient, OAuthClientRecord, OAuthClients } from './oauth/clients.ts'
export {
  type AccessTokenRecord,
  type AssertedGrant,
  type GrantRecord,
  type Grants,
  type GrantWithTokens,
  type IssuedToken,
  mostTokens,
  type NewGrant,
  type NewTokens,
  type PresentedRefreshToken,
} from './oauth/grants.ts'
export type { UsedAssertionRecord, UsedAssertions } from './oauth/used-assertions.ts'
export { GivenUp, type Store, type StorePart } from './store.ts'
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
export {
  type AddedApproval,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalRecord,
  type ApprovalState,
  type Approvals,
  type ApprovalText,
  approvalBounds,
  approvalRetentionMs,
  approvalStates,
  type EarlierRefusal,
  endApproval,
  endedStates,
  holdsKey,
} from './work/approvals.ts'
export { type CodeRunRecord, type CodeRuns, type CodeRunText, codeRunBounds } from './work/code-runs.ts'
export {
  type ContinuationRecord,
  type Continuations,
  continuationBounds,
  continuationOverhead,
} from './work/continuations.ts'
export type {
  DiskSpace,
  FileBounds,
  FileContents,
  FileOrigin,
  FileRecord,
  Files,
  WantedRoom,
} from './work/files.ts'
export type { SnapshotRecord, Snapshots } from './work/snapshots.ts'
export {
  mostStanding,
  type StandingApprovalRecord,
  type StandingApprovals,
  type StandingCall,
  type StandingPage,
} from './work/standing-approvals.ts'
export {
  type Finding,
  type Severity,
  type SuggestionCount,
  type SuggestionFilter,
  type SuggestionRecord,
  type Suggestions,
  severities,
} from './work/suggestions.ts'
export type { WebhookFilter, WebhookRecord, Webhooks } from './work/webhooks.ts'
