import type { ConnectAttempt, ConnectLink } from '@patchbay/core/store'
import { secondsOf, shiftTime } from '@patchbay/core/time'
import { type ConnectParts, readClock } from './connect-parts.ts'
import { attemptSeconds } from './link.ts'

/** Binds the sealed part of an attempt to its link. */
const attemptBinding = ({ tenant, provider, account, connect_id }: ConnectLink) => ({
  tenant,
  provider,
  account,
  field: `connect ${connect_id}`,
})

/** An attempt that begins now, with what its next step needs. `content`: a value that JSON can hold. */
export const sealAttempt = async (
  parts: Pick<ConnectParts, 'vault' | 'now'>,
  link: ConnectLink,
  { content, ...attempt }: Omit<ConnectAttempt, 'sealed' | 'expires_at'> & { readonly content: object },
): Promise<ConnectAttempt> => ({
  ...attempt,
  sealed: await parts.vault.seal(JSON.stringify(content), attemptBinding(link)),
  expires_at: shiftTime(secondsOf(readClock(parts)), attemptSeconds),
})

/** The content of an attempt. Rejects with VaultError. */
export const openAttempt = async <Content>(
  { vault }: Pick<ConnectParts, 'vault'>,
  link: ConnectLink,
  { sealed }: ConnectAttempt,
): Promise<Content> => JSON.parse(await vault.open(sealed, attemptBinding(link)))
