import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMilliseconds, formatMoney, formatShare, formatShortCount } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { ProviderName } from '../../parts/inline/provider-name.tsx'
import { type AwaitedRead, PagePart } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import { overviewTexts as t } from './overview-texts.ts'
import css from './rankings.module.css'

interface Row {
  readonly key: string
  readonly name: ReactNode
  readonly value: string
  readonly more?: string | undefined
}

interface RankingProps<T> {
  readonly texts: { readonly title: string; readonly lead: string; readonly none: string }
  readonly query: AwaitedRead<T>
  readonly rows: (data: T) => readonly Row[]
}

const most = 5

const Rows = ({ rows, none }: { readonly rows: readonly Row[]; readonly none: string }) =>
  rows.length === 0 ? (
    <p className="quiet">{none}</p>
  ) : (
    <ol className={css.rows}>
      {rows.slice(0, most).map(({ key, name, value, more }) => (
        <li key={key}>
          <span className={css.name}>{name}</span>
          {more !== undefined && <small>{more}</small>}
          <b>{value}</b>
        </li>
      ))}
    </ol>
  )

const Ranking = <T,>({ texts: { title, lead, none }, query, rows }: RankingProps<T>) => (
  <Section title={title} lead={lead}>
    <PagePart query={query} lines={most}>
      {(data) => <Rows rows={rows(data)} none={none} />}
    </PagePart>
  </Section>
)

interface Props {
  readonly activity: AwaitedRead<ApiSchemas['Activity']>
  readonly costs: AwaitedRead<ApiSchemas['Costs']>
}

/** Rankings: the providers by failures, the slowest actions, and the tenants that pay most. */
export const Rankings = ({ activity, costs }: Props) => (
  <div className={css.rankings}>
    <Ranking
      texts={t.failing}
      query={activity}
      rows={({ providers }) =>
        providers.map(({ provider, calls, errors }) => ({
          key: provider,
          name: (
            <Link to="/providers/$id" params={{ id: provider }}>
              <ProviderName id={provider} />
            </Link>
          ),
          value: formatShortCount(calls),
          more: errors > 0 ? t.failing.fails(formatShare(errors, calls)) : undefined,
        }))
      }
    />
    <Ranking
      texts={t.slowest}
      query={activity}
      rows={({ actions }) =>
        actions.map(({ provider, action, latency_ms }) => ({
          key: `${provider} ${action}`,
          name: (
            <Link to="/providers/$id/actions/$action" params={{ id: provider, action }} className="row line">
              <ProviderMark id={provider} />
              <span>{action}</span>
            </Link>
          ),
          value: formatMilliseconds(latency_ms.p95),
        }))
      }
    />
    <Ranking
      texts={t.costly}
      query={costs}
      rows={({ tenants }) =>
        tenants
          .filter(({ cost }) => cost !== null)
          .map(({ tenant_id, tenant_name, cost, calls }) => ({
            key: tenant_id,
            name: (
              <Link to="/tenants/$id/usage" params={{ id: tenant_id }} title={tenant_name} dir="auto" className="name">
                {tenant_name}
              </Link>
            ),
            value: cost ? formatMoney(cost.amount, cost.currency) : words.none,
            more: `${formatShortCount(calls)} ${words.calls.toLowerCase()}`,
          }))
      }
    />
  </div>
)
