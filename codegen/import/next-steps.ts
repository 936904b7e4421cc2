import type { Slice } from '@patchbay/core/imported'
import { type ByHand, vanished } from './by-hand.ts'

const counted = (number: number, one: string, what: string): string[] =>
  number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'} ${what}`]

/** How many changes of each kind there are; the first word of a line is its kind. */
const summary = (changes: readonly string[]): string => {
  const count = (kind: string): number => changes.filter((line) => line.startsWith(`${kind} `)).length
  return [
    ...counted(count('added'), 'action', 'added'),
    ...counted(count('removed'), 'action', 'removed'),
    ...counted(count('changed'), 'action', 'changed'),
    ...counted(count('text'), 'text', 'changed'),
    ...(count('server') === 0 ? [] : ['the server changed']),
  ].join(', ')
}

const afterChange = (byHand: ByHand, changes: readonly string[], after: Slice): string[] => {
  const gone = vanished(byHand, after)
  const file = byHand.state === 'behind' ? 'the provider' : 'overlay.ts'
  return [
    `${summary(changes)}: review what is listed above`,
    ...(gone.length > 0 ? [`${file} names what is no longer there: ${gone.join(', ')}`] : []),
    `next: ${gone.length > 0 ? `change ${file}, then ` : ''}\`bun run codegen\`, and commit what it writes`,
  ]
}

/** What is to do after an import. `changes`: since the earlier one, where that can be told; `isOpen`: there are questions to answer. */
export const nextSteps = (
  byHand: ByHand,
  changes: readonly string[] | undefined,
  after: Slice,
  { isSameDocument, isOpen }: { readonly isSameDocument: boolean; readonly isOpen: boolean },
): readonly string[] => {
  if (byHand.state === 'behind' && byHand.provider?.overlay === undefined) {
    return ['next: give the provider `overlay: behind<Document>()`, then `bun run codegen`']
  }
  if (byHand.state === 'none' || byHand.state === 'begun') {
    return ['next: write overlay.ts, then `bun install` and `bun run codegen`']
  }
  if (changes === undefined) return ['next: `bun run codegen`, and commit what it writes']
  if (changes.length > 0) return afterChange(byHand, changes, after)
  if (!isSameDocument) return ['the document is a newer one, but no action differs: commit import.json']
  return [`nothing changed: there is nothing to do${isOpen ? ', but questions are open (above)' : ''}`]
}
