import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Time } from '../../parts/inline/time.tsx'
import type { Search } from '../../state/search.ts'
import { findRemedy } from './call/remedies.ts'
import css from './log-causes.module.css'
import { type LogCause, type LogCounts, selectCause } from './log-counts.ts'
import { logTexts as t } from './log-texts.ts'

const noNames: LogCounts['names'] = { tenants: {}, tokens: {} }

/** The name of the only one, or words for several; `undefined`: none. */
const describeSeen = (
  { only, count }: LogCause['tenants'],
  names: Readonly<Record<string, string>>,
  several: (count: number) => string,
): string | undefined => {
  if (only !== null) return names[only] ?? only
  return count > 1 ? several(count) : undefined
}

const describeAffected = (
  { tenants, accounts, actions, tokens }: LogCause,
  names: LogCounts['names'],
  withTenant: boolean,
): string =>
  [
    withTenant ? describeSeen(tenants, names.tenants, t.causes.tenants) : undefined,
    describeSeen(actions, {}, t.causes.actions),
    describeSeen(accounts, {}, t.causes.accounts),
    describeSeen(tokens, names.tokens, t.causes.tokens),
  ]
    .filter((text) => text !== undefined)
    .join(' · ')

export const RemedyLink = ({ cause }: { readonly cause: LogCause }) => {
  const remedy = findRemedy(cause)
  return (
    remedy && (
      <Link {...remedy.to} className={buttonClass}>
        {remedy.title}
      </Link>
    )
  )
}

interface CauseProps {
  readonly cause: LogCause
  readonly names: LogCounts['names']
  readonly withTenant: boolean
  readonly onChoose: (search: Search) => void
}

const Cause = ({ cause, names, withTenant, onChoose }: CauseProps) => (
  <li>
    <span className={css.state}>
      <Badge tone="wrong">{String(cause.status)}</Badge>
      {cause.provider !== null && <ProviderMark id={cause.provider} />}
    </span>
    <span className={css.what}>
      <button
        type="button"
        className="link"
        title={`${cause.reason ?? cause.code}\n${t.causes.select}`}
        onClick={() => onChoose(selectCause(cause))}
      >
        {cause.reason ?? cause.code}
      </button>
      <small>{describeAffected(cause, names, withTenant)}</small>
    </span>
    <span className={css.times}>
      <b>{t.causes.calls(cause.calls)}</b>
      <small>
        <Time at={cause.last_at} />
      </small>
    </span>
    <span className={css.remedy}>
      <RemedyLink cause={cause} />
    </span>
  </li>
)

interface Props {
  /** `undefined`: they are on their way. */
  readonly counts: LogCounts | undefined
  readonly withTenant: boolean
  readonly onChoose: (search: Search) => void
}

/** The causes of failed calls: one line for failures with the same cause, with its remedy. */
export const LogCauses = ({ counts, withTenant, onChoose }: Props) => {
  const { causes = [], causes_total: total = 0 } = counts ?? {}
  return (
    <section className={css.causes} aria-label={t.causes.title} aria-busy={counts === undefined}>
      <h2>{t.causes.title}</h2>
      {counts && causes.length === 0 && <p>{t.causes.none}</p>}
      <ol>
        {causes.map((cause) => (
          <Cause
            key={`${cause.provider} ${cause.status} ${cause.code} ${cause.reason}`}
            cause={cause}
            names={counts?.names ?? noNames}
            withTenant={withTenant}
            onChoose={onChoose}
          />
        ))}
      </ol>
      {total > causes.length && <p>{t.causes.more(total - causes.length)}</p>}
    </section>
  )
}
