/** A credential as the source provides it. */
export type Brought =
  | {
      readonly kind: 'oauth2'
      readonly accessToken?: string | undefined
      /** Unix seconds. Absent if the access token doesn't expire. */
      readonly expiresAt?: number | undefined
      readonly refreshToken?: string | undefined
      readonly client?: { readonly id: string; readonly secret: string } | undefined
      /** Default: the application's, or the plugin's. */
      readonly tokenEndpoint?: string | undefined
    }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }

/** An account to move from elsewhere. */
export interface Incoming {
  /** Its identification at the source. */
  readonly source: string
  readonly tenant: string
  /** The display name of the tenant, if it has to be created. */
  readonly tenantName: string
  readonly provider: string
  readonly account: string
  readonly label: string
}

export interface Details {
  readonly brought: Brought
  /** The source's data on the account; the provider's settings are taken from it by name. */
  readonly known: Readonly<Record<string, string>>
}

/** One line of the table: an account with a way to read its credential, or the reason why it can't be moved. */
export type IncomingEntry =
  | {
      readonly incoming: Incoming
      /** Called only for an account that is really moved: reading may itself change the source. Throws Unfit. */
      read(): Promise<Details>
      /** Removes it at its source. Throws Unfit. */
      remove?(): Promise<void>
    }
  | { readonly source: string; readonly unfit: string }

/**
 * The reason why a connection can't be moved, worded for the operator, without a secret. The other connections are
 * still processed.
 */
export class Unfit extends Error {
  override readonly name = 'Unfit'
}

const idPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** The id of a tenant or account: the text if it is a valid id, else its valid part with a hash, so that ids stay distinct. */
export const toGatewayId = (text: string): string => {
  if (idPattern.test(text)) return text
  const validPart = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, 50)
  const hash = Bun.CryptoHasher.hash('sha256', text, 'hex').slice(0, 8)
  return validPart === '' ? hash : `${validPart}-${hash}`
}
