import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Schemas, session } from '../state/api.ts'
import { useKeys } from '../state/reads.ts'
import { identityProvider } from '../state/session.ts'
import { t } from '../texts.ts'
import { Badge } from './badge.tsx'
import { milliseconds } from './numbers.ts'
import { type Column, Id, type Part, Table } from './table.tsx'
import { Time } from './time.tsx'

type Entry = Schemas['AuditEntry']

const isCall = ({ source }: Entry): boolean => source === 'rest' || source === 'mcp'

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<Entry>[] => [
  {
    title: t.audit.at,
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
  { title: t.audit.tenant, width: 5.25, cell: ({ tenant }) => tenant ?? t.none },
  { title: t.audit.source, width: 4, cell: ({ source }) => source },
  { title: t.audit.action, width: 8, cell: ({ action }) => action ?? t.none },
  { title: t.audit.key, width: 9.5, cell: ({ key }) => key ?? t.none },
  {
    title: t.audit.outcome,
    width: 10.25,
    cell: ({ outcome, status, code, reason, count }) => (
      <span title={reason ?? undefined}>
        <Badge tone={outcome === 'ok' ? 'good' : 'wrong'}>{code ?? String(status)}</Badge>{' '}
        {count > 1 && t.audit.times(count)}
      </span>
    ),
  },
  {
    title: t.audit.who,
    width: 7,
    cell: ({ token_id, ip, source }) => {
      if (token_id === null) return ip ?? t.none
      const name = names.get(token_id)
      if (name !== undefined || source !== 'admin' || identityProvider === undefined) return name ?? token_id
      // Of a person whom the identity provider signed in: the entry of the sign-in has the name.
      return (
        <Link to="/audit" search={{ token_id, action: 'sign_in' }}>
          {token_id}
        </Link>
      )
    },
  },
  { title: t.audit.took, width: 5.5, cell: ({ duration_ms }) => milliseconds(duration_ms), isNumber: true },
  {
    title: t.audit.request,
    width: 6,
    cell: ({ request_id }) => <Id>{request_id ?? t.none}</Id>,
  },
]

interface Props {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly part?: Part
}

/** Entries of the audit log; admin keys by their names. */
export const EntryTable = ({ label, entries, part }: Props) => {
  const { data } = useKeys()
  const self = session.use()
  const columns = useMemo(() => {
    const names = new Map(data?.map(({ key_id, name }) => [key_id, name] as const))
    // The server's own key is in no list.
    if (self) names.set(self.key_id, self.name)
    return columnsWith(names)
  }, [data, self])
  return <Table label={label} rows={entries} columns={columns} rowKey={({ id }) => id} part={part} />
}
