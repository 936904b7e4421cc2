import { changesBetween } from '../../state/changes.ts'
import css from './difference.module.css'

/** The differences that saving would make, member by member. */
export const DifferenceList = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => (
  <ul className={css.changes}>
    {changesBetween(before, after).map(({ path, before: was, after: becomes }) => (
      <li key={path}>
        <code>{path}</code>
        {was !== undefined && <del>{was}</del>}
        {becomes !== undefined && <ins>{becomes}</ins>}
      </li>
    ))}
  </ul>
)
