import type { ConnectLink } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import { clock } from './connect-parts.ts'
import { attemptBinding, secondsOf } from './link.ts'
import { type Asking, type EndParts, endAttempt } from './settle.ts'

/** What a vendor gave for an account that nobody has confirmed yet; `undefined`: nothing that can be read. */
const unconfirmed = async ({ vault }: EndParts, link: ConnectLink): Promise<Asking | undefined> => {
  if (link.attempt?.phase !== 'asking' && link.attempt?.phase !== 'choosing') return undefined
  try {
    return JSON.parse(await vault.open(link.attempt.sealed, attemptBinding(link)))
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** Ends an open link before its time, with the try that is under way. `false`: somebody changed the link meanwhile. */
export const endLink = async (parts: EndParts, link: ConnectLink): Promise<boolean> => {
  const changes = { expires_at: secondsOf(clock(parts)), reason: 'An administrator ended the link' }
  return endAttempt(parts, link, changes, await unconfirmed(parts, link))
}
