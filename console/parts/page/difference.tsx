import { changesBetween } from '../../state/changes.ts'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import css from './difference.module.css'

const show = (value: string): string => (value === 'null' ? words.unset : value)

const showMember = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type ChangedMember = ApiSchemas['EntryChange']

/** Changed members as the log has them, with their values before and after. */
export const ChangedMembers = ({ changes }: { readonly changes: readonly ChangedMember[] }) => (
  <ul className={css.changes}>
    {changes.map(({ path, from, to }) => (
      <li key={path}>
        {path !== '' && <code>{path.slice(1).replaceAll('/', ' › ').replaceAll('~1', '/').replaceAll('~0', '~')}</code>}
        {from !== undefined && <del>{showMember(from)}</del>}
        {to !== undefined && <ins>{showMember(to)}</ins>}
      </li>
    ))}
  </ul>
)

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
