/** The grant that a seed shows its token endpoint beside the client's id and secret, before it is sealed. */
export type StoredGrant =
  | { readonly grant: 'authorization_code'; readonly refreshToken: string }
  | { readonly grant: 'client_credentials' }
  | StoredSigner

/** The key and claims of signed assertions (RFC 7523, section 3). Their issuer is the seed's `client_id`. */
export interface StoredSigner {
  readonly grant: 'jwt_bearer'
  /** The key in PEM. */
  readonly privateKey: string
  /** The header `kid`. */
  readonly keyId?: string | undefined
  /** The claim `sub`; left out: none. */
  readonly subject?: string | undefined
  /** The claim `aud`; left out: as the provider declares. */
  readonly audience?: string | undefined
}

/** A refresh token is one line (RFC 6749, appendix A.17), so a text that begins with a line break can only be JSON. */
const mark = '\n'

/** Writes the grant as one text, which is sealed as a whole. A refresh token is written as it is. */
export const writeGrant = (stored: StoredGrant): string =>
  stored.grant === 'authorization_code' ? stored.refreshToken : mark + JSON.stringify(stored)

/** Reads the text of `writeGrant`. */
export const readGrant = (text: string): StoredGrant =>
  text.startsWith(mark) ? JSON.parse(text) : { grant: 'authorization_code', refreshToken: text }
