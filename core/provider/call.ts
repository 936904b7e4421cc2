import type { Path } from './path.ts'

/** Headers that a plugin never sets: the auth kind and the HTTP client write them. */
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
export type CallHeaders = { readonly [name: string]: string | undefined } & WithoutReserved

/** Headers that are the same in every call. */
export type FixedHeaders = { readonly [name: string]: string } & WithoutReserved

/** A query or form member; nested ones become `a[b]=c`, `undefined` ones are left out. */
export type Field = string | number | boolean | null | undefined | readonly Field[] | { readonly [name: string]: Field }
export type Fields = Readonly<Record<string, Field>>

interface Common {
  readonly path: Path
  readonly query?: Fields
  readonly headers?: CallHeaders
}

/** What an action asks of its provider: plain data, from which core makes the HTTP request. */
export type Call = Common &
  (
    | { readonly method: 'GET' | 'HEAD'; readonly body?: never; readonly form?: never }
    | { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly body?: unknown; readonly form?: never }
    | { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly body?: never; readonly form: Fields }
  )

/** What `call` knows of the account beside the parameters. */
export interface CallContext {
  /** The account's settings, checked against the provider's `settings` when they were stored. */
  readonly settings: Readonly<Record<string, string>>
}
