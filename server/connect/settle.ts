import {
  accessTokenBinding,
  type Credential,
  clientSecretBinding,
  readSecrets,
  refreshTokenBinding,
  writeGrant,
} from '@patchbay/core/refresh'
import {
  type AccountRef,
  accountPath,
  type ConnectAttempt,
  type ConnectedAccount,
  type ConnectLink,
  type RevocationRecord,
} from '@patchbay/core/store'
import type { Reply } from '../http/exchange.ts'
import { revocationOf } from '../store/rules/revocation-of.ts'
import { emitRecovered } from '../webhooks/index.ts'
import { proofOf } from './browser.ts'
import { accountOf, type Candidate, judge } from './candidate.ts'
import { type ConnectParts, clock } from './connect-parts.ts'
import { knownAccount, type LinkContext, personalOAuth, sentenceOf } from './context.ts'
import { attemptBinding, attemptSeconds, changed, secondsOf } from './link.ts'
import { askPage, connectedPage, sorryPage } from './pages.ts'

/** What is kept while the person is asked. */
export interface Asking {
  readonly secret: string
  readonly candidate: Candidate
  readonly identity: string | null
}

/** What ending an attempt needs. */
export type EndParts = Pick<ConnectParts, 'store' | 'vault' | 'revoker' | 'now'>

export const pathOf = (secret: string): string => `/connect/${secret}`

/** The key of audit entries about the link's account. */
export const auditKey = (link: ConnectLink): string => `tokens/${accountPath(link)}`

const refOf = ({ tenant, provider, account }: ConnectLink): AccountRef => ({ tenant, provider, account })

interface Failure {
  readonly reason: string
  readonly secret: string
  readonly ip: string
  readonly requestId: string
  /** What the vendor gave all the same. */
  readonly candidate?: Candidate | undefined
}

/** Ends an attempt. The link stays usable; its status says why, and the audit log has it. */
export const fail = async (
  parts: ConnectParts,
  link: ConnectLink,
  { reason, secret, ip, requestId, candidate }: Failure,
): Promise<Reply> => {
  await endAttempt(parts, link, { status: 'failed', reason }, candidate && { candidate, identity: null })
  await parts.auditLog.record({
    ...{ tenant: link.tenant, action: 'connect_account', source: 'oauth', key: auditKey(link) },
    ...{ outcome: 'error', code: 'UPSTREAM_ERROR', status: 502, reason },
    ...{ ip, token_id: null, request_id: requestId, duration_ms: 0 },
  })
  return sorryPage(parts.brand, { status: 502, message: `${reason}.`, again: pathOf(secret) })
}

const credentialOf = ({ secrets, expires_at }: Candidate): Credential => ({
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
    expires_at: secondsOf(clock(parts)) + attemptSeconds,
  }
  return parts.store.connections.swap(link.version, changed(link, { status: 'opened', reason: null, attempt }))
}

/** Tries the candidate at the vendor, keeps it sealed, and asks the person whether the account is the right one. */
export const ask = async (
  parts: ConnectParts,
  context: LinkContext,
  browserHash: string,
  { candidate, secret }: Pick<Asking, 'candidate' | 'secret'>,
  from: { readonly ip: string; readonly requestId: string },
): Promise<Reply> => {
  const { link, domain } = context
  const known = knownAccount(context)
  const declared = personalOAuth(domain)
  const judged = await judge(parts, domain, accountOf(link, known, candidate), credentialOf(candidate))
  if (!judged.ok) return fail(parts, link, { reason: judged.reason, secret, candidate, ...from })
  const identity = judged.identity ?? candidate.identity ?? null
  const missing = candidate.missing ?? []
  const before = known ? ((await parts.store.connections.connectedBefore(refOf(link)))?.identity ?? null) : null
  const asking: Asking = { secret, candidate, identity }
  if (!(await keepAttempt(parts, link, 'asking', browserHash, asking))) return overtaken(parts, secret)
  return askPage({
    ...context,
    brand: parts.brand,
    proof: proofOf(browserHash),
    identity,
    before: before === identity ? null : before,
    missing: missing.map((name) => ({ name, sentence: declared && sentenceOf(declared, name) })),
    ends: candidate.seed === null ? candidate.expires_at : null,
  })
}

export const overtaken = ({ brand }: ConnectParts, secret: string): Reply =>
  sorryPage(brand, {
    status: 409,
    message: 'This link was opened again meanwhile; only the last one counts.',
    again: pathOf(secret),
  })

const sealed = async (
  { vault }: Pick<ConnectParts, 'vault'>,
  ref: AccountRef,
  { secrets, expires_at, seed }: Candidate,
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
  const unwanted = given && (await unwantedOf(parts, link, given))
  const isDone = await parts.store.connections.swap(
    link.version,
    changed(link, { ...changes, attempt: null }),
    unwanted,
  )
  if (unwanted && isDone) parts.revoker.wake()
  return isDone
}

/** `undefined`: the vendor has no way to end it. */
const unwantedOf = async (
  parts: EndParts,
  link: ConnectLink,
  { candidate, identity }: Pick<Asking, 'candidate' | 'identity'>,
): Promise<RevocationRecord | undefined> => {
  const ref = refOf(link)
  const { credential, seed } = await sealed(parts, ref, candidate)
  const held = {
    ...{ credential, link: { identity }, seed: seed ? { ...seed, client_auth: null } : undefined },
    app: await parts.store.apps.find(ref),
  }
  return revocationOf(ref, held, parts.revoker.leaving(clock(parts)))
}

/** The person said no. */
export const decline = async (parts: ConnectParts, { link }: LinkContext, asking: Asking): Promise<Reply> => {
  await endAttempt(parts, link, {}, asking)
  return { status: 303, body: null, headers: { location: pathOf(asking.secret) } }
}

/** Where the browser goes in the end. */
export const endOf = ({ brand }: ConnectParts, context: LinkContext, identity: string | null): Reply => {
  const { return_url, connect_id } = context.link
  if (return_url === null) return connectedPage({ ...context, brand, identity })
  const url = new URL(return_url)
  url.searchParams.set('connect_id', connect_id)
  url.searchParams.set('status', 'connected')
  return { status: 303, body: null, headers: { location: url.href } }
}

/** Stores account, credential and seed in one step with the link. `undefined`: the link was changed meanwhile. */
export const storeConnection = async (
  parts: ConnectParts,
  context: LinkContext,
  { candidate, identity }: Asking,
): Promise<Reply | undefined> => {
  const { link } = context
  const ref = refOf(link)
  const before = { seed: await parts.store.seeds.get(ref), credential: await parts.store.credentials.get(ref) }
  const connected: ConnectedAccount = {
    account: accountOf(link, knownAccount(context), candidate),
    ...(await sealed(parts, ref, candidate)),
  }
  const { missing: missing_scopes = [] } = candidate
  const next = changed(link, { status: 'connected', reason: null, identity, missing_scopes, attempt: null })
  const outcome = await parts.store.connections.complete(link.version, next, connected, clock(parts))
  if (outcome !== 'connected') return undefined
  parts.webhooks.emit('account.connected', { ...ref, identity, missing_scopes })
  emitRecovered(parts.webhooks, ref, before)
  return endOf(parts, { ...context, link: next }, identity)
}
