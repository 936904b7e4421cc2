/** The secrets of an account's credential, before they are sealed. */
export interface StoredSecrets {
  /** The secret of providers with one: an access token, a key, or `username:password`. Empty if there are `secrets`. */
  readonly accessToken: string
  /** The secrets of providers with several, by their declared names. */
  readonly secrets?: Readonly<Record<string, string>>
  /** The name of the kind of authentication, if the provider has alternatives; left out: the first. */
  readonly auth?: string
  /** The vendor's id of the account, where only a revocation by this id ends the access. */
  readonly account?: string
}

/**
 * A secret becomes a part of a header or a query, so it is one line of Latin-1 (RFC 9110, section 5.5) without spaces at its ends,
 * which HTTP would cut off.
 */
export const secretPattern = '^[!-~\\u00a1-\\u00ff]([ -~\\u00a0-\\u00ff]*[!-~\\u00a1-\\u00ff])?$'
export const longestSecret = 16_384

/** A token is one line (RFC 9110, section 5.5), so a text that begins with a line break can only be JSON. */
const mark = '\n'

/** Writes the secrets as one text, which is sealed as a whole. An access token without a name is written as it is. */
export const writeSecrets = (stored: StoredSecrets): string =>
  stored.secrets || stored.auth !== undefined || stored.account !== undefined
    ? mark + JSON.stringify(stored)
    : stored.accessToken

/** Reads the text of `writeSecrets`. */
export const readSecrets = (text: string): StoredSecrets =>
  text.startsWith(mark) ? JSON.parse(text) : { accessToken: text }
