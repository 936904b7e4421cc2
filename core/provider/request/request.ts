import type { Path } from './path.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Headers that a plugin never sets: core writes them from the credential and the body. */
export const reservedHeaders = [
  'authorization',
  'proxy-authorization',
  'host',
  'cookie',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
] as const

type Reserved = (typeof reservedHeaders)[number]

/** `content-length` -> `Content-Length`. */
type HeaderCase<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}-${HeaderCase<Rest>}`
  : Capitalize<Name>

type WithoutReserved = { readonly [Name in Reserved | HeaderCase<Reserved> | Uppercase<Reserved>]?: never }

/** Request headers by name; those in `reservedHeaders` don't type-check and are refused when sent. */
export type RequestHeaders = { readonly [name: string]: string | undefined } & WithoutReserved

/** Headers that every request of a provider carries. */
export type FixedHeaders = { readonly [name: string]: string } & WithoutReserved

/** A member of a query or form; nested ones become `a[b]=c`, `null` and `undefined` are left out. */
export type Field = string | number | boolean | null | undefined | readonly Field[] | { readonly [name: string]: Field }
export type Fields = Readonly<Record<string, Field>>

/**
 * The encoding of a body: as JSON, as `application/x-www-form-urlencoded`, as `multipart/form-data` (RFC 7578; files are
 * parts of their own), or as the bytes of one file or the text of one parameter, which is then the only one in the body.
 */
export type Encoding = 'json' | 'form' | 'multipart' | 'bytes' | 'text'

/** The value of a parameter made by `file`. */
export interface FileValue {
  /**
   * The file's name, for `multipart`; left out: the parameter's name.
   * @example filename: 'logo.png'
   */
  readonly filename?: string | undefined
  /**
   * The file's media type.
   * @example media_type: 'image/png'
   */
  readonly media_type: string
  /**
   * The file's bytes in base64 (RFC 4648, section 4).
   * @example content: 'iVBORw0KGgo='
   */
  readonly content: string
}

/**
 * The style of one query or form member, if it differs from the provider's `arrays`. Lists: `a=1&a=2` (`repeat`),
 * `a[0]=1` (`indices`), `a[]=1` (`brackets`), or joined by a comma, a space, a pipe or a tab. Objects: `b=1&c=2` (`explode`), or names and
 * values joined: `a=b,1,c,2`. `reserved`: a text whose reserved characters (RFC 3986, section 2.2) stay as they are.
 */
export type Style = 'repeat' | 'indices' | 'brackets' | 'comma' | 'space' | 'pipe' | 'tab' | 'explode' | 'reserved'

/**
 * The kind of a successful answer: JSON, a text, bytes of any media type, or a redirect that is handed to the
 * caller instead of being followed. `data` is then the JSON, the text, `{media_type, bytes, content}` with the content in
 * base64, or `{location}`. `any`: the answer's own `Content-Type` says which of the first three it is.
 */
export type AnswerKind = 'json' | 'text' | 'bytes' | 'location' | 'any'

/** The request of an action to its provider: plain data, from which core builds the HTTP request. */
export interface ActionRequest {
  readonly method: Method
  readonly path: Path
  readonly query?: Fields
  readonly headers?: RequestHeaders
  /** Never with GET or HEAD. */
  readonly body?: unknown
  /** Left out: the provider's own. */
  readonly encoding?: Encoding
  readonly cookies?: Readonly<Record<string, string>>
  /** The member of the body that the parameters stand in. */
  readonly within?: string
  /** The styles of members of the query and the form, by the vendor's names. */
  readonly styles?: Readonly<Record<string, Style>>
}

/** The account as `request` sees it: never its credential. */
export interface ProviderAccount {
  /**
   * The account's settings, checked against the provider's `settings` when they were stored.
   * @example request: (_, { settings }) => ({ query: { region: settings.region } })
   */
  readonly settings: Readonly<Record<string, string>>
}
