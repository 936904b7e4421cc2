import { useMemo } from 'react'
import { listLook, toggleColumn, toggleDensity } from '../../state/stored/list-look.ts'
import { words } from '../../words.ts'
import { IconButton } from '../button.tsx'
import { Settings2 } from '../inline/shapes.ts'
import { ActionMenu } from '../over/menu.tsx'
import type { TableColumn } from './table.tsx'

/** The name of a row stays. */
const canHide = ({ card }: Pick<TableColumn<never>, 'card'>): boolean => card !== 'title'

/** The columns of a list but for those that its reader has left out. */
export const useShownColumns = <T,>(label: string, columns: readonly TableColumn<T>[]): readonly TableColumn<T>[] => {
  const left = listLook.use().hidden[label]
  return useMemo(() => columns.filter((column) => !canHide(column) || !left?.includes(column.title)), [columns, left])
}

interface Props<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
}

/** The choice of a list's columns, and of the height of all rows. */
export const ListLookMenu = <T,>({ label, columns }: Props<T>) => {
  const { isDense, hidden } = listLook.use()
  const left = hidden[label] ?? []
  return (
    <ActionMenu
      trigger={<IconButton label={words.look.title} icon={Settings2} />}
      choices={[
        ...columns.filter(canHide).map(({ title }) => ({
          title,
          isChecked: !left.includes(title),
          onChoose: () => toggleColumn(label, title),
        })),
        { title: words.look.dense, isChecked: isDense, onChoose: toggleDensity },
      ]}
    />
  )
}
