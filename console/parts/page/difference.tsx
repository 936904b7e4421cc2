import { changesBetween } from '../../state/changes.ts'
import { words } from '../../words.ts'
import css from './difference.module.css'

const show = (value: string): string => (value === 'null' ? words.unset : value)

/** The differences that saving would make, member by member. */
export const DifferenceList = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => (
  <ul className={css.changes}>
    {changesBetween(before, after).map(({ path, before: was, after: becomes }) => (
      <li key={path}>
        <code>{path}</code>
        {was !== undefined && <del>{show(was)}</del>}
        {becomes !== undefined && <ins>{show(becomes)}</ins>}
      </li>
    ))}
  </ul>
)
