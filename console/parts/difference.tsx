import { changesBetween } from '../state/changes.ts'
import css from './difference.module.css'

/** What a change would change, member by member, before it is saved. */
export const Difference = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => (
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
