import { useMemo } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from '../state/api.ts'
import { t } from '../texts.ts'

type Used = Schemas['UsedAction']
type Token = Schemas['TenantToken']

const tones = { read: 'plain', write: 'warn', raw: 'wrong' } as const

const ruleOf = ({ effect, denied }: Used): string => {
  if (effect === null) return t.none
  return denied === null ? t.policies.notAllowed : t.policies.denied(denied)
}

const columnsFor = (tokens: readonly Token[]): readonly Column<Used>[] => [
  {
    title: t.policies.account,
    cell: ({ provider, account }) => (account === null ? provider : `${provider}/${account}`),
    sort: ({ provider, account }) => `${provider}/${account}`,
  },
  { title: t.policies.action, cell: ({ action }) => action, sort: ({ action }) => action },
  {
    title: t.policies.effect,
    cell: ({ effect }) => effect && <Badge tone={tones[effect]}>{t.policies.effects[effect]}</Badge>,
  },
  { title: t.policies.calls, cell: ({ calls }) => calls.toLocaleString(), sort: ({ calls }) => calls, isNumber: true },
  { title: t.policies.last, cell: ({ last_at }) => <Time at={last_at} />, sort: ({ last_at }) => last_at },
  { title: t.policies.rule, cell: ruleOf, sort: ruleOf },
  {
    title: t.policies.tokens,
    cell: ({ tokens: used }) =>
      used
        .map(({ token_id, calls }) => {
          const label = tokens.find((token) => token.token_id === token_id)?.label ?? token_id
          return `${label} (${calls.toLocaleString()})`
        })
        .join(', '),
  },
]

const keyOf = ({ provider, account, action }: Used): string => `${provider}/${account}/${action}`

/** What would have become of the calls. */
export const CheckedPolicy = ({
  check,
  tokens,
}: {
  readonly check: Schemas['PolicyCheck']
  readonly tokens: readonly Token[]
}) => {
  const columns = useMemo(() => columnsFor(tokens), [tokens])
  const { calls, since, complete, refused, allowed, gone, unknown_callers } = check
  const tableOf = (label: string, rows: readonly Used[]) => (
    <Table label={label} rows={rows} columns={columns} rowKey={keyOf} />
  )
  if (calls === 0 && gone.length === 0) return <Empty title={t.policies.empty}>{t.policies.emptyText}</Empty>
  return (
    <>
      <Section title={t.policies.refused}>
        {refused.length === 0 ? <p role="status">{t.policies.refusedNone}</p> : tableOf(t.policies.refused, refused)}
      </Section>
      {allowed.length > 0 && <Section title={t.policies.allowed}>{tableOf(t.policies.allowed, allowed)}</Section>}
      {gone.length > 0 && <Section title={t.policies.gone}>{tableOf(t.policies.gone, gone)}</Section>}
      <p>
        {t.policies.checked(calls, new Date(since).toLocaleDateString(t.locale, { timeZone: 'UTC' }))}{' '}
        {!complete && t.policies.counting} {unknown_callers > 0 && t.policies.unknown(unknown_callers)}{' '}
        {t.policies.limits}
      </p>
    </>
  )
}
