import type { ActionClass, AnswerKind, Encoding, Method, Roles, Style } from '../../provider/index.ts'

/**
 * A JSON Schema (2020-12) as `document.json` holds it. References are `#/schemas/<name>`, and may form circles, though none without a
 * member or an item between.
 */
export type SliceSchema = boolean | { readonly [keyword: string]: unknown }

/**
 * The parts of an OpenAPI document that an import keeps, in one form for all versions: `document.json`. The import decides everything that
 * needs thought (names, places, styles, effects), so that reading a slice at run time is plain.
 */
export interface Slice {
  /** The document's title, for people. */
  readonly title: string
  /**
   * The origin and base path of most operations, e.g. `https://api.example.com/v2`. Where the document names no host, or `{variables}` in
   * it, the base path counts and the overlay gives the origin: `/v2`, `https://{tenant}.example.com/v2`. null: the document says nothing.
   */
  readonly server: string | null
  /** Deprecated actions are hidden, but those that the overlay keeps; left out, as of earlier imports: callers have them. */
  readonly hidesDeprecated?: true
  /** The groups of actions with a sentence each, in the document's order. */
  readonly groups: Readonly<Record<string, string>>
  readonly actions: Readonly<Record<string, SliceAction>>
  readonly schemas: Readonly<Record<string, SliceSchema>>
  /** The tools of an MCP server, as it listed them, by the names of their actions; left out: the slice is of a document. */
  readonly tools?: Readonly<Record<string, object>>
  /** Patterns of `schemas` and parameters that take long on some texts: only an engine of linear time may match them. */
  readonly linear?: readonly string[]
}

/** One operation. */
export interface SliceAction {
  readonly method: Method
  /** Begins with `/`, without the base path of `server`; parameters stand in braces by the document's names. */
  readonly path: string
  /** One sentence. */
  readonly description: string
  /** A name in `groups`. */
  readonly group: string
  /** The name of the tool that it calls, at an MCP server; `path` is then only shown. */
  readonly tool?: string
  /** Left out: a GET or HEAD reads, anything else writes. */
  readonly effect?: 'read' | 'write'
  /** It answers with credentials, or may: the document has a member of such a name, and nobody said otherwise. */
  readonly secret?: true
  /** The roles of a write's parameters that its name and theirs leave no doubt of; no document says them. */
  readonly roles?: Roles
  /** The classes of a write, by the overlay; no document says them. */
  readonly is?: readonly ActionClass[]
  /** A server of its own: an origin and base path, or the base path alone. */
  readonly server?: string
  /** `false`: the operation takes no credential. */
  readonly auth?: false
  /** The document advises against it. */
  readonly deprecated?: true
  /** Parameters by the names that callers use, in the document's order: required ones first. */
  readonly params: Readonly<Record<string, SliceParameter>>
  /** The encoding of the body; left out: JSON, if a parameter is in the body. */
  readonly encoding?: Encoding
  /** The media type of the body where the encoding doesn't say it, e.g. `application/merge-patch+json`. */
  readonly media?: string
  /** Left out: JSON. `any`: the document doesn't say it, or names several types. */
  readonly answer?: AnswerKind
  /** The type of the answer in TypeScript, in little room, for models that write code; left out: the document doesn't say it. */
  readonly gives?: string
  /** Headers and members of the query with one possible value, e.g. a version: they are always sent. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** One parameter: of the path, the query, the headers or the cookies, a member of the body, or the whole body. */
export interface SliceParameter {
  /** `whole`: the parameter is the body itself, because the body is not a plain object of known members. */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'whole'
  /** The document's name, where it differs from the parameter's. */
  readonly as?: string
  readonly required?: true
  /** The style in paths, queries and forms; left out: lists are repeated, and nested objects are `a[b]=c`. */
  readonly style?: Style | 'label' | 'matrix' | 'json'
  /** True in paths and headers to write an object as `a=1,b=2`, and lists of `label` and `matrix` with their mark before each item. */
  readonly explode?: true
  readonly schema: SliceSchema
}

/** The names of the actions that a newer document adds, removes or changes, sorted. Texts don't count. */
export interface Differences {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}
