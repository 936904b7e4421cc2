import type { EntryChange } from '@patchbay/core/store'

/** The most bytes of an entry's changes, as JSON. */
const mostBytes = 16 * 1024
/** The room for the last change, which says how many were left out. */
const cutBytes = 64
/** The most bytes of one value: longer ones would take the room of all others. */
const mostValueBytes = 2048

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const cutValue = (value: unknown): unknown => {
  const bytes = countBytes(value)
  return bytes > mostValueBytes ? `(cut: ${bytes} bytes)` : value
}

const cutChange = ({ path, ...values }: EntryChange): EntryChange => ({
  path: path.slice(0, mostValueBytes),
  ...('from' in values && { from: cutValue(values.from) }),
  ...('to' in values && { to: cutValue(values.to) }),
})

/** The first changes, up to the size of an entry. A cut value says so in its place. */
export const boundChanges = (changes: readonly EntryChange[]): readonly EntryChange[] => {
  const bounded: EntryChange[] = []
  let bytes = 2
  for (const change of changes) {
    const cut = cutChange(change)
    bytes += countBytes(cut) + 1
    if (bytes > mostBytes - cutBytes) break
    bounded.push(cut)
  }
  const missing = changes.length - bounded.length
  return missing === 0 ? bounded : [...bounded, { path: '', to: `(cut: ${missing} more changes)` }]
}
