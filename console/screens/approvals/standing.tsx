import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { Id } from '../../parts/id.tsx'
import { Ban } from '../../parts/inline/shapes.ts'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { words } from '../../words.ts'
import { approvalsTexts as t } from './approvals-texts.ts'

type Standing = ApiSchemas['StandingApproval']

const refreshMs = 15_000
/** The most standing approvals of a tenant. */
const mostShown = 1000

const describe = ({ provider, account, action }: Standing): string => t.row(action, `${provider}/${account}`)

const columnsWith = (names: Readonly<Record<string, string>>): readonly TableColumn<Standing>[] => [
  { title: words.action, card: 'title', cell: describe, sort: describe },
  {
    title: words.tenant,
    cell: ({ tenant }) => <TenantLink id={tenant} names={names} />,
    sort: ({ tenant }) => names[tenant] ?? tenant,
  },
  { title: t.passes, cell: ({ any }) => (any ? t.passesAny : t.passesSame), sort: ({ any }) => Number(any) },
  { title: t.ofToken, cell: ({ token_id }) => <Id>{token_id}</Id>, isExtra: true },
  { title: t.givenBy, cell: ({ given_by }) => given_by.map(({ name }) => name).join(', '), isExtra: true },
  {
    title: words.expires,
    width: 8,
    cell: ({ expires_at }) => <Time at={expires_at} />,
    sort: ({ expires_at }) => expires_at,
  },
]

/** The approvals given in advance, with a way to end them; nothing if there are none. */
export const StandingSection = () => {
  const mayEnd = useMay('approver')
  const queries = useQueryClient()
  const [ending, setEnding] = useState<Standing>()
  const { data: rows = [] } = useQuery({
    queryKey: ['approvals', 'standing'],
    queryFn: async () =>
      (await unwrap(api.GET('/admin/approvals/standing', { params: { query: { limit: mostShown } } }))).standing,
    refetchInterval: whileUsed(refreshMs),
  })
  const names = useTenantNames(rows.map(({ tenant }) => tenant))
  const columns = useMemo(() => columnsWith(names), [names])
  if (rows.length === 0) return null
  return (
    <Section title={t.standing} lead={t.standingLead} isFlush>
      <Table
        label={t.standing}
        rows={rows}
        columns={columns}
        rowKey={({ approval_id }) => approval_id}
        rowName={describe}
        menu={
          mayEnd ? (row) => [{ title: t.end, icon: Ban, isDanger: true, onChoose: () => setEnding(row) }] : undefined
        }
      />
      {ending && (
        <FormModal
          title={t.end}
          text={t.endText(describe(ending))}
          submit={t.end}
          isDanger
          onClose={() => setEnding(undefined)}
          send={async () => {
            const path = { approval_id: ending.approval_id }
            await unwrap(api.DELETE('/admin/approvals/{approval_id}/standing', { params: { path } }))
            await queries.invalidateQueries({ queryKey: ['approvals'] })
            announceDone(t.endedOf(describe(ending)))
          }}
        />
      )}
    </Section>
  )
}
