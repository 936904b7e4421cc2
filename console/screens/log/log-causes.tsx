import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Time } from '../../parts/inline/time.tsx'
import type { Search } from '../../state/search.ts'
import css from './log-causes.module.css'
import { type LogCause, type LogCounts, selectCause } from './log-counts.ts'
import { logTexts as t } from './log-texts.ts'
import { findRemedy } from './remedies.ts'

/** More causes than this are shown on request. */
const first = 3

/** The one that is meant, by its name, or how many. */
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
      <button type="button" className="link" title={t.causes.select} onClick={() => onChoose(selectCause(cause))}>
        {cause.reason ?? cause.code}
      </button>
      <small>{describeAffected(cause, names, withTenant)}</small>
    </span>
    <span className={css.times}>
      <b>{t.causes.calls(cause.calls)}</b>
      <small>
        <Time at={cause.first_at} /> – <Time at={cause.last_at} />
      </small>
    </span>
    <span className={css.remedy}>
      <RemedyLink cause={cause} />
    </span>
  </li>
)

interface Props {
  readonly counts: LogCounts
  readonly withTenant: boolean
  readonly onChoose: (search: Search) => void
}

/** Why calls fail: failures with the same cause as one line, with what mends it. */
export const LogCauses = ({ counts: { causes, causes_total, names }, withTenant, onChoose }: Props) => {
  const [isWhole, setWhole] = useState(false)
  if (causes.length === 0) return null
  const shown = isWhole ? causes : causes.slice(0, first)
  return (
    <section className={css.causes} aria-label={t.causes.title}>
      <h2>{t.causes.title}</h2>
      <ol>
        {shown.map((cause) => (
          <Cause
            key={`${cause.provider} ${cause.status} ${cause.code} ${cause.reason}`}
            cause={cause}
            names={names}
            withTenant={withTenant}
            onChoose={onChoose}
          />
        ))}
      </ol>
      {causes.length > first && (
        <Button isQuiet onClick={() => setWhole(!isWhole)}>
          {isWhole ? t.causes.less : t.causes.more(causes_total - first, causes_total > causes.length)}
        </Button>
      )}
    </section>
  )
}
