import type { Ask } from './ask/question.ts'
import type { ReadToolServer } from './mcp/read-tool-server.ts'
import type { LeftOutList } from './read/left-out.ts'
import type { ReadDocument } from './read/read.ts'

/** A document that was read already, with what couldn't be read of it. */
export interface OpenedSource extends ReadDocument {
  readonly leftOut: LeftOutList
}

export interface ImportOptions {
  /** The project. */
  readonly root: string
  /** A file, or an https URL; with `mcp` the URL of a server. */
  readonly source: string
  /** The source is an MCP server. */
  readonly mcp?: boolean | undefined
  /** With `mcp`: the file of a bearer token, for a server that lists its tools to known callers only. It is stored nowhere. */
  readonly tokenFile?: string | undefined
  /** With `mcp`: the server, if it was asked already. */
  readonly toolServer?: ReadToolServer | undefined
  /** The address at which a file's document is published, for the nightly watch. */
  readonly url?: string | undefined
  readonly id: string
  /** The document takes the place of another one that the provider was made of. */
  readonly replace?: boolean | undefined
  /** The provider's folder, if it isn't that in the project's `providers/`. */
  readonly folder?: string | undefined
  /** The document, if it was read already. */
  readonly opened?: OpenedSource | undefined
  /** The path for the report as JSON. */
  readonly report?: string | undefined
  /** Unset: questions are listed, and the safe answers apply. */
  readonly ask?: Ask | undefined
}
