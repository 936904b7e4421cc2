import type { Slice } from '@patchbay/core/imported'
import { type ByHand, findVanishedNames } from './by-hand.ts'

const counted = (number: number, one: string, what: string): string[] =>
  number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'} ${what}`]

/** The number of changes of each kind; the first word of a line is its kind. */
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
  const gone = findVanishedNames(byHand, after)
  const file = byHand.state === 'behind' ? 'the provider' : 'overlay.ts'
  return [
    `${summary(changes)}: review what is listed above`,
    ...(gone.length > 0 ? [`${file} names what no longer exists: ${gone.join(', ')}`] : []),
    `next: ${gone.length > 0 ? `change ${file}, then ` : ''}\`npx bun run codegen\`, and commit what it writes`,
  ]
}

interface ImportState {
  readonly isSameDocument: boolean
  /** There are questions to answer. */
  readonly isOpen: boolean
  /** Guesses were written into an overlay that was there. */
  readonly hasGuesses: boolean
}

/** The next steps after an import. `changes`: the differences from the earlier import, if known. */
export const nextSteps = (
  byHand: ByHand,
  changes: readonly string[] | undefined,
  after: Slice,
  { isSameDocument, isOpen, hasGuesses }: ImportState,
): readonly string[] => {
  if (byHand.state === 'behind' && byHand.provider?.overlay === undefined) {
    return ['next: give the provider `overlay: behind<Document>()`, then `npx bun run codegen`']
  }
  if (byHand.state === 'none' || byHand.state === 'begun') {
    return ['next: check and complete overlay.ts, then `npx bun install` and `npx bun run codegen`']
  }
  if (changes === undefined) return ['next: `npx bun run codegen`, and commit what it writes']
  if (changes.length === 0 && hasGuesses)
    return ['next: check the new lines of overlay.ts, run `npx bun run codegen`, and commit both']
  if (changes.length > 0) return afterChange(byHand, changes, after)
  if (!isSameDocument) return ['the document is a newer one, but no action differs: commit import.json']
  return [`nothing changed: there is nothing to do${isOpen ? ', but questions are open (above)' : ''}`]
}
