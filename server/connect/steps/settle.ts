import {
  accessTokenBinding,
  type Credential,
  clientSecretBinding,
  readSecrets,
  refreshTokenBinding,
  writeGrant,
} from '@patchbay/core/refresh'
import { buildRevocation } from '@patchbay/core/rules'
import {
  type AccountRef,
  accountPath,
  type ConnectAttempt,
  type ConnectedAccount,
  type ConnectLink,
  type LinkRequester,
  type RevocationRecord,
  type SeenAccount,
} from '@patchbay/core/store'
import { redirect } from '../../forms/redirect.ts'
import type { Reply } from '../../http/exchange.ts'
import { emitRecovered } from '../../webhooks/index.ts'
import { type AccountCandidate, buildConnectedAccount, verifyCandidate } from '../account/candidate.ts'
import type { UnfitForm } from '../account/fields.ts'
import { deriveConnectProof } from '../browser.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { describeScope, knownAccount, type LinkContext, personalOAuth } from '../context.ts'
import { attemptBinding, attemptSeconds, changeLink, isHolding, toEpochSeconds } from '../link.ts'
import { askPage, connectedPage, sorryPage } from '../pages.ts'
import { checkTakeover, findIdentity } from './identity.ts'

/** What is stored while the person is asked. */
export interface Asking {
  readonly secret: string
  readonly candidate: AccountCandidate
  readonly identity: string | null
}

/** What ending an attempt needs. */
export type EndParts = Pick<ConnectParts, 'store' | 'vault' | 'revoker' | 'now'>

export const buildConnectPath = (secret: string): string => `/connect/${secret}`

/** The key of audit entries about the link's account. */
export const auditKey = (link: ConnectLink): string => `tokens/${accountPath(link)}`

/** The members of audit entries about a link: the caller who got the link, if any, and the browser's request. */
export const toLinkRequester = ({ requested_by }: ConnectLink, requestId: string): LinkRequester =>
  requested_by ?? { token_id: null, request_id: requestId }

const toAccountRef = ({ tenant, provider, account }: ConnectLink): AccountRef => ({ tenant, provider, account })

const refusals = {
  FORBIDDEN: { code: 'FORBIDDEN', status: 403 },
  /** The link can't be used any more. */
  CONFLICT: { code: 'CONFLICT', status: 409 },
  UPSTREAM_ERROR: { code: 'UPSTREAM_ERROR', status: 502 },
} as const

interface Failure {
  readonly reason: string
  /** Left out: the vendor's answer was the reason. */
  readonly code?: keyof typeof refusals
  readonly secret: string
  readonly ip: string
  readonly requestId: string
  /** The access that the vendor gave nevertheless. */
  readonly candidate?: AccountCandidate | undefined
}

/** Ends an attempt. The link stays usable; its status says why, and the audit log has it. */
export const failAttempt = async (
  parts: ConnectParts,
  link: ConnectLink,
  { reason, code = 'UPSTREAM_ERROR', secret, ip, requestId, candidate }: Failure,
): Promise<Reply> => {
  const refusal = refusals[code]
  const { token_id, request_id } = toLinkRequester(link, requestId)
  const given = candidate && { candidate, identity: null }
  if (!(await endAttempt(parts, link, { status: 'failed', reason }, given)) && given)
    await endUnheld(parts, link, given)
  await parts.auditLog.record({
    tenant: link.tenant,
    action: 'connect_account',
    source: 'oauth',
    key: auditKey(link),
    outcome: 'error',
    ...refusal,
    reason,
    ip,
    token_id,
    request_id,
    duration_ms: 0,
  })
  const page = sorryPage(parts.brand, {
    status: refusal.status,
    message: `${reason}.`,
    again: code === 'CONFLICT' ? undefined : buildConnectPath(secret),
  })
  return { ...page, log: { tenant: link.tenant, key: auditKey(link), code: refusal.code, reason } }
}

/** What the log line says of a form that the person can correct. */
export const describeUnfit = (link: ConnectLink, { message }: UnfitForm) => ({
  tenant: link.tenant,
  key: auditKey(link),
  code: 'VALIDATION_ERROR',
  reason: message,
})

const toCredential = ({ secrets, expires_at }: AccountCandidate): Credential => ({
  ...readSecrets(secrets),
  tokenType: 'Bearer',
  expiresAt: expires_at,
  version: '',
})

/** Keeps what the next step needs, sealed. `false`: somebody changed the link meanwhile. */
export const keepAttempt = async (
  parts: ConnectParts,
  link: ConnectLink,
  phase: 'choosing' | 'asking',
  browserHash: string,
  asking: Asking,
): Promise<boolean> => {
  const attempt: ConnectAttempt = {
    phase,
    state_hash: null,
    browser_hash: browserHash,
    sealed: await parts.vault.seal(JSON.stringify(asking), attemptBinding(link)),
    expires_at: toEpochSeconds(readClock(parts)) + attemptSeconds,
  }
  return parts.store.connections.swap(link.version, changeLink(link, { status: 'opened', reason: null, attempt }))
}

/** Tries the candidate at the vendor, keeps it sealed, and asks the person whether the account is the right one. */
export const askForConfirmation = async (
  parts: ConnectParts,
  context: LinkContext,
  browserHash: string,
  { candidate, secret }: Pick<Asking, 'candidate' | 'secret'>,
  from: { readonly ip: string; readonly requestId: string },
): Promise<Reply> => {
  const { link, domain } = context
  const known = knownAccount(context)
  const declared = personalOAuth(domain)
  const verified = await verifyCandidate(
    parts,
    domain,
    buildConnectedAccount(link, known, candidate),
    toCredential(candidate),
  )
  if (!verified.ok) return failAttempt(parts, link, { reason: verified.reason, secret, candidate, ...from })
  const identity = verified.identity ?? candidate.identity ?? null
  const { fault } = await checkTakeover(parts, context, { candidate, identity })
  if (fault !== undefined)
    return failAttempt(parts, link, { reason: fault, code: 'FORBIDDEN', secret, candidate, ...from })
  const missing = candidate.missing ?? []
  const before = known ? ((await findIdentity(parts.store, toAccountRef(link))) ?? null) : null
  const asking: Asking = { secret, candidate, identity }
  if (!(await keepAttempt(parts, link, 'asking', browserHash, asking))) {
    await endUnheld(parts, link, asking)
    return reopenedLinkPage(parts, secret)
  }
  return askPage({
    ...context,
    brand: parts.brand,
    proof: deriveConnectProof(browserHash),
    identity,
    displayName: candidate.displayName,
    before: before === identity ? null : before,
    missing: missing.map((name) => ({ name, sentence: declared && describeScope(declared, name) })),
    ends: candidate.seed === null ? candidate.expires_at : null,
  })
}

export const reopenedLinkPage = ({ brand }: ConnectParts, secret: string): Reply =>
  sorryPage(brand, {
    status: 409,
    message: 'This link was opened again in the meantime; only the last sign-in counts.',
    again: buildConnectPath(secret),
  })

const sealed = async (
  { vault }: Pick<ConnectParts, 'vault'>,
  ref: AccountRef,
  { secrets, expires_at, seed }: AccountCandidate,
) => ({
  credential: { sealed: await vault.seal(secrets, accessTokenBinding(ref)), token_type: 'Bearer', expires_at },
  seed: seed && {
    client_id: seed.client_id,
    token_endpoint: seed.token_endpoint,
    sealed_client_secret: await vault.seal(seed.client_secret, clientSecretBinding(ref)),
    sealed_refresh_token: await vault.seal(writeGrant(seed.grant), refreshTokenBinding(ref)),
  },
})

/**
 * Ends an attempt without storing an account, and what the vendor gave for it. The link stays usable, unless `changes` end it. `false`:
 * somebody changed the link meanwhile.
 */
export const endAttempt = async (
  parts: EndParts,
  link: ConnectLink,
  changes: Partial<ConnectLink>,
  given: Pick<Asking, 'candidate' | 'identity'> | undefined,
): Promise<boolean> => {
  const unwanted = given && (await buildUnwantedRevocation(parts, link, given))
  const isDone = await parts.store.connections.swap(
    link.version,
    changeLink(link, { ...changes, attempt: null }),
    unwanted,
  )
  if (unwanted && isDone) parts.revoker.wake()
  return isDone
}

/** `undefined`: the vendor has no way to end it. */
export const buildUnwantedRevocation = async (
  parts: EndParts,
  link: ConnectLink,
  { candidate, identity }: Pick<Asking, 'candidate' | 'identity'>,
  waitMs = 0,
): Promise<RevocationRecord | undefined> => {
  const ref = toAccountRef(link)
  const { credential, seed } = await sealed(parts, ref, candidate)
  const held = {
    credential,
    link: { identity },
    seed: seed ? { ...seed, client_auth: null } : undefined,
    app: await parts.store.apps.find(ref),
  }
  const revocation = buildRevocation(ref, held, parts.revoker.leaving(readClock(parts)))
  return revocation && { ...revocation, next_at: revocation.next_at + waitMs }
}

/**
 * How long an access is kept while another try of its link is under way, because some vendors would end that try's access with
 * it.
 */
export const waitForTry = ({ domains }: Pick<ConnectParts, 'domains'>, { provider }: ConnectLink): number => {
  const domain = domains.get(provider)
  return domain && personalOAuth(domain)?.revoke?.ends === 'grant' ? 2 * attemptSeconds * 1000 : 0
}

/**
 * Revokes the vendor's access if no link holds it, because the link was begun again in the meantime or was removed with its tenant.
 * The access that the link held was revoked by whoever changed the link.
 */
export const endUnheld = async (
  parts: ConnectParts,
  link: ConnectLink,
  given: Pick<Asking, 'candidate' | 'identity'>,
): Promise<void> => {
  const unwanted = isHolding(link)
    ? undefined
    : await buildUnwantedRevocation(parts, link, given, waitForTry(parts, link))
  if (!unwanted) return
  await parts.store.revocations.add(unwanted)
  parts.revoker.wake()
}

/** The person said no. */
export const declineAccount = async (parts: ConnectParts, { link }: LinkContext, asking: Asking): Promise<Reply> => {
  await endAttempt(parts, link, {}, asking)
  return redirect(buildConnectPath(asking.secret))
}

/** Where the browser goes at the end. */
export const buildFinalReply = (
  { brand }: ConnectParts,
  context: LinkContext,
  who: Pick<Asking, 'identity'> & Pick<AccountCandidate, 'displayName'>,
): Reply => {
  const { return_url, connect_id } = context.link
  if (return_url === null) return connectedPage({ ...context, brand, ...who })
  const url = new URL(return_url)
  url.searchParams.set('connect_id', connect_id)
  url.searchParams.set('status', 'connected')
  return redirect(url.href)
}

/** Stores account, credential and seed in one step with the link. `undefined`: link or account were changed meanwhile. */
export const storeConnection = async (
  parts: ConnectParts,
  context: LinkContext,
  { candidate, identity }: Asking,
  seen: SeenAccount | undefined,
): Promise<Reply | undefined> => {
  const { link } = context
  const ref = toAccountRef(link)
  const before = { seed: await parts.store.seeds.get(ref), credential: await parts.store.credentials.get(ref) }
  const connected: ConnectedAccount = {
    account: buildConnectedAccount(link, knownAccount(context), candidate),
    ...(await sealed(parts, ref, candidate)),
  }
  const { missing: missing_scopes = [] } = candidate
  // Without its sealed part, the attempt still says which browser may see the last page again.
  const attempt = link.attempt && { ...link.attempt, phase: 'used' as const, sealed: '' }
  const next = changeLink(link, { status: 'connected', reason: null, identity, missing_scopes, attempt })
  const outcome = await parts.store.connections.complete(link.version, next, connected, readClock(parts), seen)
  if (outcome !== 'connected') return undefined
  parts.webhooks.emit('account.connected', { ...ref, identity, missing_scopes })
  emitRecovered(parts.webhooks, ref, before)
  return buildFinalReply(parts, { ...context, link: next }, { identity, displayName: candidate.displayName })
}
