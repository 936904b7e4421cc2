import type { ConnectLink } from '@patchbay/core/store'
import { readClock } from '../connect-parts.ts'
import type { UnwantedParts } from '../ending/unwanted-access.ts'
import { isHoldingState, readLinkState } from '../life/link-state.ts'
import { moveLink } from '../move-link.ts'

/** Ends an open link before its time, with the try that is under way. `false`: somebody changed the link meanwhile. */
export const endLink = async (parts: UnwantedParts, link: ConnectLink): Promise<boolean> =>
  (await moveLink(parts, link, { kind: 'end' })) !== undefined

const isHolding = (link: ConnectLink): boolean => isHoldingState(readLinkState(link))

/**
 * Ends the links of a tenant before it is deleted if they hold an access from a vendor, because they are removed with the tenant.
 */
export const endHoldingLinks = async (parts: UnwantedParts, tenant: string): Promise<void> => {
  const { connections } = parts.store
  const limit = 100
  for (let before: string | undefined; ; ) {
    const page = await connections.list({ tenant, before, limit })
    for (const listed of page) {
      let link: ConnectLink | undefined = listed
      while (link && isHolding(link) && !(await endLink(parts, link))) link = await connections.get(link.connect_id)
    }
    before = page.at(-1)?.connect_id
    if (page.length < limit) return
  }
}

/** Ends tries whose question nobody answered in time, and revokes the access that the vendor gave for them. Returns how many. */
export const endAbandoned = async (parts: UnwantedParts, signal: AbortSignal): Promise<number> => {
  let ended = 0
  for (const link of await parts.store.connections.abandoned(readClock(parts))) {
    if (signal.aborted) return ended
    if (await moveLink(parts, link, { kind: 'abandon' })) ended++
  }
  return ended
}
