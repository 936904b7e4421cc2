import type { ConnectLink } from '@patchbay/core/store'
import { readClock } from './connect-parts.ts'
import { buildUnwantedRevocation, revokeLateAccess, type UnwantedParts } from './ending/unwanted-access.ts'
import { type AdvancedLink, advance } from './life/advance.ts'
import { type LinkEvent, readBroughtAccess } from './life/link-event.ts'

/** Stores a link after an event. `false`: somebody has changed the link meanwhile. */
const swapLink = async (parts: UnwantedParts, link: ConnectLink, next: AdvancedLink): Promise<boolean> => {
  if (next.link === link) return true
  const revocation = next.revoke && (await buildUnwantedRevocation(parts, link, next.revoke))
  const isSwapped = await parts.store.connections.swap(link.version, next.link, revocation)
  if (isSwapped && revocation) parts.revoker.wake()
  return isSwapped
}

/**
 * Advances a link in the store, in one step with the revocation of an access that it no longer keeps. `undefined`: the event is stale, by
 * the table of transitions or because somebody has changed the link meanwhile; an access that the event brought is revoked then.
 */
export const moveLink = async (
  parts: UnwantedParts,
  link: ConnectLink,
  event: LinkEvent,
): Promise<AdvancedLink | undefined> => {
  const next = advance(link, event, readClock(parts))
  if (next !== 'stale' && (await swapLink(parts, link, next))) return next
  const brought = readBroughtAccess(event)
  if (brought) await revokeLateAccess(parts, link, brought)
  return undefined
}
