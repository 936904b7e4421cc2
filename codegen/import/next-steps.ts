import type { Slice } from '@patchbay/core/imported'
import { type ByHand, vanished } from './by-hand.ts'
import { changesOf, differencesOf } from './changes.ts'

const counted = (number: number, one: string, what: string): string[] =>
  number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'} ${what}`]

const summary = (before: Slice, after: Slice): string => {
  const { added, removed, changed } = differencesOf(before, after)
  const others = changesOf(before, after).filter((line) => /^text /.test(line)).length
  return [
    ...counted(added.length, 'action', 'added'),
    ...counted(removed.length, 'action', 'removed'),
    ...counted(changed.length, 'action', 'changed'),
    ...counted(others, 'text', 'changed'),
    ...(before.server === after.server ? [] : ['the server changed']),
  ].join(', ')
}

const afterChange = (byHand: ByHand, before: Slice, after: Slice): string[] => {
  const gone = vanished(byHand, after)
  const file = byHand.state === 'behind' ? 'the provider' : 'overlay.ts'
  return [
    `${summary(before, after)}: review what is listed above`,
    ...(gone.length > 0 ? [`${file} names what is no longer there: ${gone.join(', ')}`] : []),
    `next: ${gone.length > 0 ? `change ${file}, then ` : ''}\`bun run codegen\`, and commit what it writes`,
  ]
}

/** What is to do after an import. `before`: of the earlier one; `isOpen`: there are questions to answer. */
export const nextSteps = (
  byHand: ByHand,
  before: Slice | undefined,
  after: Slice,
  { isSameDocument, isOpen }: { readonly isSameDocument: boolean; readonly isOpen: boolean },
): readonly string[] => {
  if (byHand.state === 'behind' && byHand.provider?.overlay === undefined) {
    return ['next: give the provider `overlay: behind<Document>()`, then `bun run codegen`']
  }
  if (byHand.state === 'none' || byHand.state === 'begun') {
    return ['next: write overlay.ts, then `bun install` and `bun run codegen`']
  }
  if (before === undefined) return ['next: `bun run codegen`, and commit what it writes']
  if (changesOf(before, after).length > 0) return afterChange(byHand, before, after)
  if (!isSameDocument) return ['the document is a newer one, but no action differs: commit import.json']
  return [`nothing changed: there is nothing to do${isOpen ? ', but questions are open (above)' : ''}`]
}
