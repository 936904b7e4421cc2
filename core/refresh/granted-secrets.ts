import { type Auth, at, nameAlternative, type OAuth2 } from '../provider/index.ts'
import type { StoredSecrets } from './stored-secrets.ts'

/** The vendor's id of the account in a token endpoint's answer, where a revocation names it; `undefined`: none does, or it isn't there. */
const findAccount = (declared: OAuth2 | undefined, fields: Readonly<Record<string, unknown>>): string | undefined => {
  const pointer = declared && 'revoke' in declared ? declared.revoke?.account : undefined
  const member = pointer === undefined ? undefined : at(fields, pointer)
  const text = typeof member === 'number' || typeof member === 'bigint' ? `${member}` : member
  return typeof text === 'string' && text !== '' ? text : undefined
}

/**
 * The secrets to store of an access that a token endpoint gave. `before`: those that the account has, of which it keeps its id and,
 * where this gateway declares no such sign-in, the name of it.
 */
export const grantedSecrets = (
  { accessToken, fields }: { readonly accessToken: string; readonly fields: Readonly<Record<string, unknown>> },
  auth: Auth | undefined,
  declared: OAuth2 | undefined,
  before: Pick<StoredSecrets, 'account' | 'auth'> = {},
): StoredSecrets => {
  const account = findAccount(declared, fields) ?? before.account
  return {
    accessToken,
    // A gateway of an earlier version may refresh what a later one has connected: a name that it doesn't know isn't its to drop.
    ...(declared === undefined && before.auth !== undefined && { auth: before.auth }),
    ...(auth && nameAlternative(auth, declared)),
    ...(account !== undefined && { account }),
  }
}
