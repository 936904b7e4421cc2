import { type Credential, readSecrets } from '@patchbay/core/refresh'
import type { Reply } from '../../http/exchange.ts'
import {
  type AccountCandidate,
  buildConnectedAccount,
  type VerifiedAccount,
  verifyCandidate,
} from '../account/candidate.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import { sealAttempt } from '../attempt.ts'
import type { ConnectParts } from '../connect-parts.ts'
import { configuredAccount, type LinkContext } from '../context.ts'
import { failAttempt } from './fail-attempt.ts'
import { goOn } from './go-on.ts'
import { checkTakeover } from './identity.ts'

const toCredential = ({ secrets, expires_at }: AccountCandidate): Credential => ({
  ...readSecrets(secrets),
  tokenType: 'Bearer',
  expiresAt: expires_at,
  version: '',
})

/** The state that led here: the browser that comes back with it again sees the same question. */
const readStateHash = ({ link }: Pick<LinkContext, 'link'>): string | null => link.attempt?.state_hash ?? null

/** Holds the access, and lets the person choose one of several accounts. */
export const askForChoice = async (
  parts: ConnectParts,
  context: LinkContext,
  browser_hash: string,
  { candidate, secret }: Omit<UnconfirmedAccess, 'identity'>,
): Promise<Reply> => {
  const content: UnconfirmedAccess = { secret, candidate, identity: null }
  const state_hash = readStateHash(context)
  const attempt = await sealAttempt(parts, context.link, { phase: 'choosing', state_hash, browser_hash, content })
  return goOn(parts, context, secret, { kind: 'offer', attempt, access: content })
}

/**
 * Tries the candidate at the vendor, holds it, and asks the person whether the account is the right one. `showRefusal`: the page where the
 * vendor doesn't accept it; left out: one that leads back to the link.
 */
export const askForConfirmation = async (
  parts: ConnectParts,
  context: LinkContext,
  browser_hash: string,
  { candidate, secret }: Omit<UnconfirmedAccess, 'identity'>,
  from: { readonly ip: string; readonly requestId: string },
  showRefusal?: (verified: VerifiedAccount) => Promise<Reply>,
): Promise<Reply> => {
  const { link, domain } = context
  const account = buildConnectedAccount(link, configuredAccount(context), candidate)
  const verified = await verifyCandidate(parts, domain, account, toCredential(candidate))
  if (!verified.ok) {
    const show = showRefusal && (() => showRefusal(verified))
    return failAttempt(parts, link, { reason: verified.reason, secret, candidate, show, ...from })
  }
  const identity = verified.identity ?? candidate.identity ?? null
  const { fault } = await checkTakeover(parts, context, { candidate, identity })
  if (fault !== undefined)
    return failAttempt(parts, link, { reason: fault, code: 'FORBIDDEN', secret, candidate, ...from })
  const content: UnconfirmedAccess = { secret, candidate, identity }
  const state_hash = readStateHash(context)
  const attempt = await sealAttempt(parts, link, { phase: 'asking', state_hash, browser_hash, content })
  return goOn(parts, context, secret, { kind: 'ask', attempt, access: content })
}
