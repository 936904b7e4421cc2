import { buildRevocation, chooseApplication } from '@patchbay/core/rules'
import type { ConnectLink, RevocationRecord } from '@patchbay/core/store'
import { shiftTime } from '@patchbay/core/time'
import { VaultError } from '@patchbay/core/vault'
import { sealCandidate } from '../account/seal-candidate.ts'
import type { UnconfirmedAccess } from '../account/unconfirmed-access.ts'
import { openAttempt } from '../attempt.ts'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { personalOAuth } from '../context.ts'
import type { UnwantedAccess } from '../life/advance.ts'
import { isHoldingState, readLinkState } from '../life/link-state.ts'
import { attemptSeconds, toAccountRef } from '../link.ts'

/** The parts that revoking the access of links needs. */
export type UnwantedParts = Pick<ConnectParts, 'store' | 'vault' | 'domains' | 'revoker' | 'now'>

/** The access that a link holds; `undefined`: none, or none that can be read. */
const openHeldAccess = async (parts: UnwantedParts, link: ConnectLink): Promise<UnconfirmedAccess | undefined> => {
  if (!link.attempt || !isHoldingState(readLinkState(link))) return undefined
  try {
    return await openAttempt<UnconfirmedAccess>(parts, link, link.attempt)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/**
 * The milliseconds that an access is kept while another try of its link is under way, because some vendors would end that try's access
 * with it.
 */
const findWaitMs = ({ domains }: UnwantedParts, { provider }: ConnectLink): number => {
  const domain = domains.get(provider)
  return domain && personalOAuth(domain)?.revoke?.ends === 'grant' ? 2 * attemptSeconds * 1000 : 0
}

/** The revocation of an access that a link doesn't keep. `undefined`: none is held, or the vendor has no way to revoke it. */
export const buildUnwantedRevocation = async (
  parts: UnwantedParts,
  link: ConnectLink,
  { access, isBeforeTry }: UnwantedAccess,
): Promise<RevocationRecord | undefined> => {
  const opened = access === 'held' ? await openHeldAccess(parts, link) : access
  if (!opened) return undefined
  const ref = toAccountRef(link)
  const { credential, seed } = await sealCandidate(parts, ref, opened.candidate)
  const { apps } = parts.store
  const stored = { own: await apps.get(ref), common: await apps.get({ ...ref, tenant: '' }) }
  const left = seed ? { ...seed, client_auth: null } : undefined
  const held = {
    credential,
    link: { identity: opened.identity },
    seed: left,
    app: chooseApplication(ref, left, stored),
  }
  const revocation = buildRevocation(ref, held, parts.revoker.leaving(readClock(parts)))
  return (
    revocation && { ...revocation, next_at: shiftTime(revocation.next_at, isBeforeTry ? findWaitMs(parts, link) : 0) }
  )
}

/**
 * Revokes an access that came too late for its link, because the link was begun again in the meantime or was removed with its tenant. An
 * access that the link held before was revoked by whoever changed the link.
 */
export const revokeLateAccess = async (
  parts: UnwantedParts,
  link: ConnectLink,
  access: Exclude<UnwantedAccess['access'], 'held'>,
): Promise<void> => {
  if (isHoldingState(readLinkState(link))) return
  const revocation = await buildUnwantedRevocation(parts, link, { access, isBeforeTry: true })
  if (!revocation) return
  await parts.store.revocations.add(revocation)
  parts.revoker.wake()
}
