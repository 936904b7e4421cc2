import type { ConnectLink } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import { type ConnectParts, readClock } from '../connect-parts.ts'
import { attemptBinding, changeLink, isHolding, toEpochSeconds } from '../link.ts'
import { type Asking, buildUnwantedRevocation, type EndParts, endAttempt, waitForTry } from './settle.ts'

/** The access that a vendor gave for an account that nobody has confirmed yet; `undefined`: none that can be read. */
const unconfirmed = async ({ vault }: EndParts, link: ConnectLink): Promise<Asking | undefined> => {
  if (!link.attempt || !isHolding(link)) return undefined
  try {
    return JSON.parse(await vault.open(link.attempt.sealed, attemptBinding(link)))
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** Ends an open link before its time, with the try that is under way. `false`: somebody changed the link meanwhile. */
export const endLink = async (parts: EndParts, link: ConnectLink): Promise<boolean> => {
  const changes = { expires_at: toEpochSeconds(readClock(parts)), reason: 'An administrator ended the link' }
  return endAttempt(parts, link, changes, await unconfirmed(parts, link))
}

/**
 * Ends the links of a tenant before it is deleted if they hold an access from a vendor, because they are removed with the tenant.
 */
export const endHoldingLinks = async (parts: EndParts, tenant: string): Promise<void> => {
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
export const endAbandoned = async (parts: EndParts, signal: AbortSignal): Promise<number> => {
  const reason = 'Nobody confirmed in time that the account is the right one'
  let ended = 0
  for (const link of await parts.store.connections.abandoned(readClock(parts))) {
    if (signal.aborted) return ended
    if (await endAttempt(parts, link, { status: 'failed', reason }, await unconfirmed(parts, link))) ended++
  }
  return ended
}

/**
 * Counts another try of a link, with changes of it, and revokes the access of its previous try. `undefined`: somebody changed the link
 * meanwhile.
 */
export const startOver = async (
  parts: ConnectParts,
  link: ConnectLink,
  changes: Partial<ConnectLink> = {},
): Promise<ConnectLink | undefined> => {
  const given = await unconfirmed(parts, link)
  const unwanted = given && (await buildUnwantedRevocation(parts, link, given, waitForTry(parts, link)))
  const counted = changeLink(link, { tries: link.tries + 1, ...(isHolding(link) && { attempt: null }), ...changes })
  if (!(await parts.store.connections.swap(link.version, counted, unwanted))) return undefined
  if (unwanted) parts.revoker.wake()
  return counted
}
