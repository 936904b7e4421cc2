import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Badge, type Tone } from '../../parts/inline/badge.tsx'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { whileUsed } from '../../state/live.ts'
import { words } from '../../words.ts'
import { approvalsTexts as t } from './approvals-texts.ts'
import { nameCall } from './call-view.tsx'

type Decided = ApiSchemas['Approval']

const refreshMs = 5000
const mostShown = 50

const tones: Readonly<Partial<Record<Decided['state'], Tone>>> = {
  done: 'good',
  failed: 'wrong',
  unknown: 'wrong',
  refused: 'warn',
}

const nameDeciders = ({ decisions, state }: Decided): string =>
  decisions.length === 0 ? t.nobody(state) : decisions.map(({ name }) => name).join(', ')

const columnsWith = (names: Readonly<Record<string, string>>): readonly TableColumn<Decided>[] => [
  {
    title: words.action,
    card: 'title',
    // The call's page has its entries: the request, the answer, the time that it took.
    cell: (one) => (
      <Link to="/calls/$id" params={{ id: one.entry_id ?? one.request_id }}>
        {nameCall(one)}
      </Link>
    ),
  },
  {
    title: t.outcome,
    width: 8,
    card: 'state',
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{t.states[state]}</Badge>,
  },
  { title: t.decidedBy, cell: nameDeciders },
  { title: t.reason, cell: ({ reason }) => reason ?? '', isExtra: true, isText: true },
  { title: words.tenant, cell: ({ tenant }) => <TenantLink id={tenant} names={names} />, isExtra: true },
  {
    title: t.decidedAt,
    width: 8,
    cell: ({ ended_at, decisions, created_at }) => <Time at={ended_at ?? decisions.at(-1)?.at ?? created_at} />,
  },
]

/** The calls that were decided or ended within a day, with what became of them; nothing where there are none. */
export const DecidedSection = () => {
  const { data: rows = [] } = useQuery({
    queryKey: ['approvals', 'decided'],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/approvals', { params: { query: { state: 'decided', limit: mostShown } } })))
        .approvals,
    refetchInterval: whileUsed(refreshMs),
  })
  const names = useTenantNames(rows.map(({ tenant }) => tenant))
  const columns = useMemo(() => columnsWith(names), [names])
  if (rows.length === 0) return null
  return (
    <Section title={t.decided} lead={t.decidedLead} isFlush>
      <Table
        label={t.decided}
        rows={rows}
        columns={columns}
        rowKey={({ approval_id }) => approval_id}
        rowName={nameCall}
      />
    </Section>
  )
}
