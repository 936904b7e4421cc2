import { readFile } from 'node:fs/promises'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import type { DocumentFile } from '../model/document-file.ts'
import { readOperatorHosts } from '../model/operator-hosts.ts'
import type { ObjectExpression } from '../source/expression.ts'
import { listQuestions } from './ask/questions.ts'
import type { Result } from './convert/to-slice.ts'
import type { ImportOptions } from './import-options.ts'
import { type ReadToolServer, readToolServer } from './mcp/read-tool-server.ts'
import { signInOfServer } from './mcp/sign-in.ts'
import { toDocument } from './mcp/to-document.ts'
import { nameTools } from './mcp/tool-names.ts'
import { toolQuestions } from './mcp/tool-questions.ts'
import { withTools } from './mcp/with-tools.ts'
import type { LeftOutList } from './read/left-out.ts'
import type { Node } from './read/node.ts'
import { operationsIn } from './read/operations.ts'
import { readDocument } from './read/read.ts'
import { inVersion3 } from './read/version-3.ts'
import { proposeSignIn } from './sign-in/propose.ts'

/** The input of an import, whatever protocol the source has. */
interface ReadSource {
  /** The document in OpenAPI 3. */
  readonly document: Node
  readonly digest: string
  /** The number of operations that the source has, whatever they are like. */
  readonly operations: number
  readonly file: DocumentFile
  /** Names of actions by their operation, where an earlier import gave none. */
  readonly names: ReadonlyMap<string, string>
  readonly list: typeof listQuestions
  /** Adds what no document says. */
  finish(result: Result): Result
  /** The sign-in with which an overlay begins. */
  auth(result: Result): ObjectExpression[string] | undefined
}

const askServer = async ({ source, tokenFile }: ImportOptions): Promise<ReadToolServer> => {
  if (!/^https?:\/\/[^/?#]/.test(source) || !URL.canParse(source))
    throw new Error(`${source} is not the URL of a server`)
  const { ALLOWED_PRIVATE_HOSTS: allowed = '', OUTGOING_PROXY } = process.env
  const fetcher = createFetcher({ allowed: parseAllowedHosts(allowed), proxy: OUTGOING_PROXY ?? null })
  const token = tokenFile === undefined ? undefined : (await readFile(tokenFile, 'utf8')).trim()
  return readToolServer(source, fetcher, token)
}

const readTools = async (options: ImportOptions, leftOut: LeftOutList): Promise<ReadSource> => {
  const { source, id } = options
  const server = options.toolServer ?? (await askServer(options))
  const { root, tools } = toDocument(id, source, server.title, server.tools, leftOut)
  return {
    document: root,
    digest: new Bun.CryptoHasher('sha256').update(JSON.stringify(tools)).digest('hex'),
    operations: server.tools.length,
    file: 'tools.json',
    names: nameTools(tools),
    list: toolQuestions(tools),
    finish: (result) => withTools(result, source, tools),
    auth: () => signInOfServer(server, readOperatorHosts(process.env)),
  }
}

/** Reads the source of an import. Rejects with Error that says what is wrong with it. */
export const readSource = async (options: ImportOptions, leftOut: LeftOutList): Promise<ReadSource> => {
  if (options.mcp) return readTools(options, leftOut)
  const read = options.opened ?? (await readDocument(options.source, leftOut))
  const document = await inVersion3(read.root, leftOut)
  return {
    document,
    digest: read.digest,
    operations: operationsIn(read.root),
    file: 'document.json',
    names: new Map(),
    list: listQuestions,
    finish: (result) => result,
    auth: (result) => proposeSignIn(document, result.actions).ways[0]?.auth,
  }
}
