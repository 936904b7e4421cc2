import { basename } from 'node:path'
import type { Slice } from '@patchbay/core/imported'
import type { Result } from '../convert/to-slice.ts'
import type { LeftOut } from '../read/left-out.ts'
import { isNode, type Node } from '../read/node.ts'
import type { ImportFile } from './import-file.ts'

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

const countMembers = (value: unknown): number => (isNode(value) ? Object.keys(value).length : 0)

const describeContent = (root: Node): string => {
  const [paths, webhooks] = [countMembers(root.paths), countMembers(root.webhooks)]
  if (webhooks > 0 && paths === 0) return `it has ${count(webhooks, 'webhook')} only, which others call`
  if (!isNode(root.paths)) return 'it has no paths'
  if (paths === 0) return 'its paths are empty'
  return `no GET, HEAD, POST, PUT, PATCH or DELETE can be read in its ${count(paths, 'path')}`
}

/** Throws Error that says what the document has instead, if it has no operation that can be called. */
export const refuseNoOperations = (
  source: string,
  root: Node,
  { actions }: Result,
  leftOut: readonly LeftOut[],
): void => {
  if (actions.length > 0) return
  const reasons = leftOut.slice(0, 3).map(({ pointer, reason }) => `  ${pointer}: ${reason}`)
  throw new Error(
    [`${basename(source)} has no operation that can be called: ${describeContent(root)}`, ...reasons].join('\n'),
  )
}

interface Imported {
  readonly slice?: Slice
  readonly file: Pick<ImportFile, 'source'>
}

const line = (when: string, { slice, file }: Imported): string =>
  `  ${when.padEnd(7)} ${slice ? `${slice.title}, ${slice.server ?? 'no server'} (${file.source})` : file.source}`

/**
 * Throws Error if the new document lacks most operations of the provider's document and has another title or server. Such a document
 * describes another API, and its actions would replace those that callers use.
 */
export const refuseOtherDocument = (
  id: string,
  { actions }: Pick<ImportFile, 'actions'>,
  before: Imported,
  now: Imported & Pick<Result, 'actions'>,
): void => {
  const operations = new Set(now.actions.map(({ operation }) => operation.key))
  const all = Object.values(actions)
  const gone = all.filter(([operation]) => !operations.has(operation)).length
  const isSameApi = before.slice?.title === now.slice?.title && before.slice?.server === now.slice?.server
  if (gone * 2 <= all.length || isSameApi) return
  throw new Error(
    [
      `providers/${id} was made from another document: of its ${count(all.length, 'operation')} ${gone} are not in this one`,
      line('before:', before),
      line('now:', now),
      'give the document an id of its own (--id <id>), or replace the first one (--replace)',
    ].join('\n'),
  )
}
