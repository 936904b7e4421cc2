import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMilliseconds, formatMoney, formatShare, formatShortCount } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/api.ts'
import { words } from '../../words.ts'
import { overviewTexts as t } from './overview-texts.ts'
import css from './rankings.module.css'

interface Row {
  readonly key: string
  readonly name: ReactNode
  readonly value: string
  readonly more?: string | undefined
}

interface RankingProps {
  readonly title: string
  readonly lead: string
  readonly rows: readonly Row[]
  readonly none: string
}

const most = 5

const Ranking = ({ title, lead, rows, none }: RankingProps) => (
  <Section title={title} lead={lead}>
    {rows.length === 0 ? (
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
    )}
  </Section>
)

interface Props {
  readonly activity: ApiSchemas['Activity']
  readonly costs: ApiSchemas['Costs']
}

/** Who pays most, what is slowest, and how the providers do. */
export const Rankings = ({ activity, costs }: Props) => (
  <div className={css.rankings}>
    <Ranking
      title={t.failing.title}
      lead={t.failing.lead}
      none={t.failing.none}
      rows={activity.providers.map(({ provider, calls, errors }) => ({
        key: provider,
        name: (
          <Link to="/providers/$id" params={{ id: provider }} className="row line">
            <ProviderMark id={provider} />
            <span>{provider}</span>
          </Link>
        ),
        value: formatShortCount(calls),
        more: errors > 0 ? t.failing.fails(formatShare(errors, calls)) : undefined,
      }))}
    />
    <Ranking
      title={t.slowest.title}
      lead={t.slowest.lead}
      none={t.slowest.none}
      rows={activity.actions.map(({ provider, action, latency_ms }) => ({
        key: `${provider} ${action}`,
        name: (
          <Link to="/providers/$id/actions/$action" params={{ id: provider, action }} className="row line">
            <ProviderMark id={provider} />
            <span>{action}</span>
          </Link>
        ),
        value: formatMilliseconds(latency_ms.p95),
      }))}
    />
    <Ranking
      title={t.costly.title}
      lead={t.costly.lead}
      none={t.costly.none}
      rows={costs.tenants
        .filter(({ cost }) => cost !== null)
        .map(({ tenant_id, tenant_name, cost, calls }) => ({
          key: tenant_id,
          name: (
            <Link to="/tenants/$id/usage" params={{ id: tenant_id }}>
              {tenant_name}
            </Link>
          ),
          value: cost ? formatMoney(cost.amount, cost.currency) : words.none,
          more: `${formatShortCount(calls)} ${words.calls.toLowerCase()}`,
        }))}
    />
  </div>
)
