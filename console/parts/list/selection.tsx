import { type ReactNode, useMemo, useState } from 'react'
import { words } from '../../words.ts'
import { IconButton } from '../button.tsx'
import { X } from '../inline/shapes.ts'
import css from './selection.module.css'

/** The chosen rows of a list, by their keys. */
export interface RowSelection {
  readonly keys: ReadonlySet<string>
  readonly set: (keys: readonly string[], isChosen: boolean) => void
  readonly clear: () => void
}

export const useSelection = (): RowSelection => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      keys,
      set: (changed, isChosen) =>
        setKeys((before) => {
          const after = new Set(before)
          for (const key of changed) {
            if (isChosen) after.add(key)
            else after.delete(key)
          }
          return after
        }),
      clear: () => setKeys(new Set()),
    }),
    [keys],
  )
}

interface Props {
  readonly selection: RowSelection
  /** The actions for all chosen rows. */
  readonly children: ReactNode
}

/** The number of chosen rows, and the actions for them; it stays in view. */
export const SelectionBar = ({ selection, children }: Props) =>
  selection.keys.size > 0 && (
    <div className={css.bar} role="toolbar" aria-label={words.selected(selection.keys.size)}>
      <strong>{words.selected(selection.keys.size)}</strong>
      {children}
      <IconButton label={words.clearSelection} icon={X} onClick={selection.clear} />
    </div>
  )
