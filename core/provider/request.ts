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

/** A member of a query or form; nested ones become `a[b]=c`, `undefined` ones are left out. */
export type Field = string | number | boolean | null | undefined | readonly Field[] | { readonly [name: string]: Field }
export type Fields = Readonly<Record<string, Field>>

/** How a body is written: as JSON, or as `application/x-www-form-urlencoded`. */
export type Encoding = 'json' | 'form'

/** What an action asks of its provider: plain data, from which core makes the HTTP request. */
export interface ActionRequest {
  readonly method: Method
  readonly path: Path
  readonly query?: Fields
  readonly headers?: RequestHeaders
  /** Never with GET or HEAD. */
  readonly body?: unknown
  /** Left out: the provider's own. */
  readonly encoding?: Encoding
}

/** The account as `request` sees it: never its credential. */
export interface ProviderAccount {
  /** The account's settings, checked against the provider's `settings` when they were stored. */
  readonly settings: Readonly<Record<string, string>>
}
