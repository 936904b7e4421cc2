import { useMemo } from 'react'
import { Badge } from '../../parts/inline/badge.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import { accessTexts as t } from './access-texts.ts'

type Used = ApiSchemas['UsedAction']
type Token = ApiSchemas['TenantToken']

const tones = { read: 'plain', write: 'warn', raw: 'wrong', secret: 'wrong', connect: 'warn' } as const

const describeRule = ({ effect, denied }: Used): string => {
  if (effect === null) return words.none
  return denied === null ? t.notAllowed : t.denied(denied)
}

const columnsFor = (tokens: readonly Token[]): readonly TableColumn<Used>[] => [
  {
    title: words.account,
    card: 'title',
    cell: ({ provider, account }) => (account === null ? provider : `${provider}/${account}`),
    sort: ({ provider, account }) => `${provider}/${account}`,
  },
  { title: words.action, cell: ({ action }) => action, sort: ({ action }) => action },
  {
    title: words.effect,
    width: 7,
    card: 'state',
    cell: ({ effect }) => effect && <Badge tone={tones[effect]}>{words.effects[effect]}</Badge>,
  },
  {
    title: words.calls,
    width: 5,
    cell: ({ calls }) => calls.toLocaleString(),
    sort: ({ calls }) => calls,
    isNumber: true,
  },
  {
    title: t.lastHour,
    width: 7,
    isExtra: true,
    cell: ({ last_at }) => <Time at={last_at} />,
    sort: ({ last_at }) => last_at,
  },
  { title: t.rule, cell: describeRule, sort: describeRule },
  {
    title: words.screens.tokens,
    isExtra: true,
    cell: ({ tokens: used }) =>
      used
        .map(({ token_id, calls }) => {
          const label = tokens.find((token) => token.token_id === token_id)?.label ?? token_id
          return `${label} (${calls.toLocaleString()})`
        })
        .join(', '),
  },
]

const toRowKey = ({ provider, account, action }: Used): string => `${provider}/${account}/${action}`

/** The calls that the policy would have refused or allowed. */
export const CheckedPolicy = ({
  check,
  tokens,
}: {
  readonly check: ApiSchemas['PolicyCheck']
  readonly tokens: readonly Token[]
}) => {
  const columns = useMemo(() => columnsFor(tokens), [tokens])
  const { calls, since, complete, refused, asked, allowed, unsure, gone, unknown_callers } = check
  const renderTable = (label: string, rows: readonly Used[]) => (
    <Section title={label} isFlush>
      <Table label={label} rows={rows} columns={columns} rowKey={toRowKey} />
    </Section>
  )
  if (calls === 0 && gone.length === 0) return <Empty title={t.empty}>{t.emptyText}</Empty>
  return (
    <>
      {refused.length === 0 ? (
        <Section title={t.refused}>
          <p role="status">{t.refusedNone}</p>
        </Section>
      ) : (
        renderTable(t.refused, refused)
      )}
      {asked.length > 0 && renderTable(t.asked, asked)}
      {allowed.length > 0 && renderTable(t.allowed, allowed)}
      {unsure.length > 0 && renderTable(t.unsure, unsure)}
      {gone.length > 0 && renderTable(t.gone, gone)}
      <p>
        {t.checked(calls, new Date(since).toLocaleDateString(words.locale, { dateStyle: 'medium', timeZone: 'UTC' }))}{' '}
        {!complete && t.counting} {unknown_callers > 0 && t.unknown(unknown_callers)} {t.limits}
      </p>
    </>
  )
}
