import type { Pointer } from '@patchbay/core/provider'
import swagger2openapi from 'swagger2openapi'
import { isNode, type Node, toNodes } from '../../codegen/import/read/node.ts'
import { at } from '../../core/schema/index.ts'
import { normalized } from './normalized.ts'

/** A correction of a vendor's document: of an error, of another name, or of a part too deep for the mock. */
export type Correction = {
  readonly at: Pointer
  /** The reason, with its source. */
  readonly why: string
} & (
  | { readonly value: unknown }
  /** A member that the document lacks. */
  | { readonly adds: unknown }
  /** The place in the document that has the value. */
  | { readonly from: Pointer }
  /** The members at this place may be null in a patch, which clears them. */
  | { readonly isClearedByNull: true }
)

/** A vendor's file, and its corrections. */
export interface CorrectedFile {
  readonly file: string
  /** The address for downloading the file, to check it; absent for a file of the folder's own. */
  readonly from?: string
  readonly corrections?: readonly Correction[]
  /** Puts a habit of the whole document right, before the corrections. */
  readonly prepare?: (root: Node) => Node
  /** Parameters in which the document has the credential sent, although the vendor also takes a header; with the source. */
  readonly credentials?: Readonly<Record<string, string>>
}

/** A vendor's own description of its API, in OpenAPI 3. */
export interface VendorDocument {
  readonly file: string
  readonly root: Node
  /** The prefix of every path on the document's server, e.g. `/api`; `''` for none. */
  readonly basePath: string
}

/** OpenAPI 2 becomes 3; `patch` and `warnOnly` keep what strict conversion would refuse for a flaw elsewhere. */
const inVersion3 = async (root: Node): Promise<Node> =>
  root.swagger === undefined
    ? root
    : ((await swagger2openapi.convertObj(root as never, { patch: true, warnOnly: true })).openapi as unknown as Node)

const segmentsOf = (pointer: Pointer): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

const replaced = (node: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value
  const copy: unknown[] | Record<string, unknown> = Array.isArray(node) ? [...node] : { ...Object(node) }
  Reflect.set(copy, name, replaced(Reflect.get(copy, name), rest, value))
  return copy
}

const nothing = { type: 'string', nullable: true, enum: [null] }

const rightValue = (correction: Correction, there: unknown): unknown => {
  if ('value' in correction) return correction.value
  if ('adds' in correction) return correction.adds
  if ('from' in correction) return there
  const members = Object.entries(there as Node)
  return Object.fromEntries(members.map(([name, schema]) => [name, { anyOf: [schema, nothing] }]))
}

/** Throws Error if a correction points at a member that the document doesn't have, or adds one that it has. */
const corrected = (root: Node, file: string, corrections: readonly Correction[]): Node =>
  corrections.reduce((current, correction) => {
    const there = at(current, 'from' in correction ? correction.from : correction.at)
    const adds = 'adds' in correction
    if (adds && there !== undefined) throw new Error(`${file} has ${correction.at} by itself`)
    if (!adds && there === undefined) throw new Error(`${file} has nothing to correct at ${correction.at}`)
    return replaced(current, segmentsOf(correction.at), rightValue(correction, there)) as Node
  }, root)

const withoutParameters = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value))
    return value
      .filter(
        (item) => !isNode(item) || !['query', 'header'].includes(String(item.in)) || !names.includes(String(item.name)),
      )
      .map((item) => withoutParameters(item, names))
  if (!isNode(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutParameters(member, names)]))
}

/** Rejects when the file isn't there, is no JSON, or lacks what is to be corrected. */
export const readDocument = async (
  folder: string,
  { file, corrections = [], prepare = (root) => root, credentials = {} }: CorrectedFile,
): Promise<VendorDocument> => {
  const text = await Bun.file(`${folder}/${file}`).text()
  const read = normalized(file.endsWith('.json') ? JSON.parse(text) : Bun.YAML.parse(text)) as Node
  const whole = corrected(prepare(await inVersion3(read)), file, corrections)
  const root = withoutParameters(whole, Object.keys(credentials)) as Node
  const [server] = toNodes(root.servers)
  const { pathname } = new URL(String(server?.url ?? '/'), 'http://localhost')
  return { file, root, basePath: pathname.replace(/\/$/, '') }
}
