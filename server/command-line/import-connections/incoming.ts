/** A credential as its source has it. */
export type Brought =
  | {
      readonly kind: 'oauth2'
      readonly accessToken?: string | undefined
      /** Unix seconds; left out: the access token doesn't expire. */
      readonly expiresAt?: number | undefined
      readonly refreshToken?: string | undefined
      readonly client?: { readonly id: string; readonly secret: string } | undefined
      /** Left out: the application's, or the plugin's. */
      readonly tokenEndpoint?: string | undefined
    }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }

/** An account that comes from elsewhere. */
export interface Incoming {
  /** How the person finds it at its source. */
  readonly source: string
  readonly tenant: string
  /** The name of the tenant for people, if it has to be made. */
  readonly tenantName: string
  readonly provider: string
  readonly account: string
  readonly label: string
}

export interface Details {
  readonly brought: Brought
  /** What the source knows of the account; the provider's settings are taken from it by their names. */
  readonly known: Readonly<Record<string, string>>
}

/** One line of the table: an account, with how to read its credential, or why it can't come. */
export type Entry =
  | {
      readonly incoming: Incoming
      /** Asked only for an account that is really moved: reading may itself change the source. Throws Unfit. */
      read(): Promise<Details>
      /** Removes it at its source. Throws Unfit. */
      remove?(): Promise<void>
    }
  | { readonly source: string; readonly unfit: string }

/** Why a connection can't be moved, in words for the operator, without a secret. The others go on. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
}

const idPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** The id of a tenant or account: the text where it is one, else what can be kept of it with a hash, so that no two become one. */
export const idOf = (text: string): string => {
  if (idPattern.test(text)) return text
  const kept = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, 50)
  const hash = Bun.CryptoHasher.hash('sha256', text, 'hex').slice(0, 8)
  return kept === '' ? hash : `${kept}-${hash}`
}
