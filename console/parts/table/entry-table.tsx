import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type ApiSchemas, session } from '../../state/api.ts'
import { useKeys } from '../../state/reads.ts'
import { identityProvider } from '../../state/session.ts'
import { words } from '../../words.ts'
import { Badge } from '../badge.tsx'
import { formatMilliseconds } from '../numbers.ts'
import { Time } from '../time.tsx'
import { Id, type Part, Table, type TableColumn } from './table.tsx'

type Entry = ApiSchemas['AuditEntry']

const isCall = ({ source }: Entry): boolean => source === 'rest' || source === 'mcp'

const columnsWith = (names: ReadonlyMap<string, string>): readonly TableColumn<Entry>[] => [
  {
    title: words.entry.at,
    width: 8.75,
    cell: (entry) =>
      isCall(entry) ? (
        <Link to="/calls/$id" params={{ id: entry.id }}>
          <Time at={entry.at} />
        </Link>
      ) : (
        <Time at={entry.at} />
      ),
  },
  { title: words.tenant, width: 5.25, cell: ({ tenant }) => tenant ?? words.none },
  { title: words.entry.source, width: 4, cell: ({ source }) => source },
  { title: words.action, width: 8, cell: ({ action }) => action ?? words.none },
  { title: words.entry.key, width: 9.5, cell: ({ key }) => key ?? words.none },
  {
    title: words.outcome,
    width: 10.25,
    cell: ({ outcome, status, code, reason, count }) => (
      <span title={reason ?? undefined}>
        <Badge tone={outcome === 'ok' ? 'good' : 'wrong'}>{code ?? String(status)}</Badge>{' '}
        {count > 1 && words.entry.times(count)}
      </span>
    ),
  },
  {
    title: words.entry.who,
    width: 7,
    cell: ({ token_id, ip, source }) => {
      if (token_id === null) return ip ?? words.none
      const name = names.get(token_id)
      if (name !== undefined || source !== 'admin' || identityProvider === undefined) return name ?? token_id
      // A person who signed in at the identity provider: the entry of the sign-in has the name.
      return (
        <Link to="/audit" search={{ token_id, action: 'sign_in' }}>
          {token_id}
        </Link>
      )
    },
  },
  { title: words.duration, width: 5.5, cell: ({ duration_ms }) => formatMilliseconds(duration_ms), isNumber: true },
  {
    title: words.entry.request,
    width: 6,
    cell: ({ request_id }) => <Id>{request_id ?? words.none}</Id>,
  },
]

interface Props {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly part?: Part
}

/** Entries of the audit log, with the names of admin keys. */
export const EntryTable = ({ label, entries, part }: Props) => {
  const { data } = useKeys()
  const self = session.use()
  const columns = useMemo(() => {
    const names = new Map(data?.map(({ key_id, name }) => [key_id, name] as const))
    // The server's own key is not in the list.
    if (self) names.set(self.key_id, self.name)
    return columnsWith(names)
  }, [data, self])
  return <Table label={label} rows={entries} columns={columns} rowKey={({ id }) => id} part={part} />
}
