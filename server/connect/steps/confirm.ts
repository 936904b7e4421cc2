import type { ConnectedAccount, SeenAccount } from '@patchbay/core/store'
import type { EndpointOutcome } from '../../forms/endpoint.ts'
import type { Exchange, Reply } from '../../http/exchange.ts'
import { emitRecovered } from '../../webhooks/index.ts'
import { buildConnectedAccount } from '../account/candidate.ts'
import { sealCandidate } from '../account/seal-candidate.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { configuredAccount, type LinkContext, loadLinkContext } from '../context.ts'
import { type AdvancedLink, advance } from '../life/advance.ts'
import { auditKey, toAccountRef, toLinkRequester } from '../link.ts'
import { failAttempt } from '../outcomes/fail-attempt.ts'
import { checkTakeover } from '../outcomes/identity.ts'
import { renderConnected } from '../outcomes/render-page.ts'
import type { AskedLink } from './asked-link.ts'

/** Stores account, credential and seed in one step with the link. `undefined`: link or account were changed meanwhile. */
const storeConnection = async (
  parts: ConnectParts,
  context: LinkContext,
  { link: connected }: AdvancedLink,
  { candidate, identity }: UnconfirmedAccess,
  seen: SeenAccount | undefined,
): Promise<Reply | undefined> => {
  const { link } = context
  const ref = toAccountRef(link)
  const before = { seed: await parts.store.seeds.get(ref), credential: await parts.store.credentials.get(ref) }
  const stored: ConnectedAccount = {
    account: buildConnectedAccount(link, configuredAccount(context), candidate),
    ...(await sealCandidate(parts, ref, candidate)),
  }
  const outcome = await parts.store.connections.complete(link.version, connected, stored, readClock(parts), seen)
  if (outcome !== 'connected') return undefined
  const { missing = [], displayName } = candidate
  const owner = { identity, display_name: displayName ?? null }
  parts.webhooks.emit('account.connected', { ...ref, ...owner, missing_scopes: missing })
  emitRecovered(parts.webhooks, ref, before)
  return renderConnected(parts, { ...context, link: connected }, { identity, displayName })
}

/** Connects the account, as the person said yes. `undefined`: somebody else changed the link. */
export const confirmAccount = async (
  parts: ConnectParts,
  { link, access }: AskedLink,
  exchange: Exchange,
): Promise<EndpointOutcome | undefined> => {
  for (;;) {
    const context = await loadLinkContext(parts, link)
    // Somebody may have connected the account while the person was asked.
    const { fault, seen } = await checkTakeover(parts, context, access)
    if (fault !== undefined) {
      const { secret, candidate } = access
      const failure = { reason: fault, code: 'FORBIDDEN', secret, candidate, ...exchange } as const
      return { reply: await failAttempt(parts, link, failure) }
    }
    const next = advance(link, { kind: 'connect', access }, readClock(parts))
    if (next === 'stale') return undefined
    const reply = await storeConnection(parts, context, next, access, seen)
    if (reply) {
      const { token_id, request_id } = toLinkRequester(link, exchange.requestId)
      const by = { ...(token_id !== null && { tokenId: token_id }), requestId: request_id }
      return { reply, auditEvent: { action: 'connect_account', tenant: link.tenant, key: auditKey(link), ...by } }
    }
    const now = await parts.store.connections.get(link.connect_id)
    // Otherwise the account was changed, and it is looked at again.
    if (now?.version !== link.version) return undefined
  }
}
