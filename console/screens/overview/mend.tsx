import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import type { IconShape } from '../../parts/inline/icon.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { CalendarClock, CircleCheck, Database, Lightbulb, Plug, Stamp } from '../../parts/inline/shapes.ts'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { troubledStates } from '../../state/gateway/attention.ts'
import { useMay } from '../../state/gateway/session.ts'
import type { ListedAccount } from '../accounts/account.ts'
import { Reconnect } from '../accounts/reconnect.tsx'
import css from './mend.module.css'
import { overviewTexts as t } from './overview-texts.ts'

type States = ApiSchemas['AccountStates']
type Counts = readonly { readonly kind: string; readonly severity: string; readonly suggestions: number }[]

type Trouble = (typeof troubledStates)[number]

/** More links than this are not created at once. */
const mostLinks = 500
/** A job that is late by less than this may just be waiting for another. */
const lateMs = 5 * 60_000

const countIn = ({ counts }: States, state: string): number =>
  counts.filter((one) => one.state === state).reduce((sum, { accounts }) => sum + accounts, 0)

interface LineProps {
  readonly icon: IconShape
  readonly to: { readonly to: string; readonly search?: Readonly<Record<string, string>> }
  readonly title: string
  readonly more?: string
  readonly action?: React.ReactNode
}

const Line = ({ icon, to, title, more, action }: LineProps) => (
  <li>
    <Icon shape={icon} />
    <span className={css.what}>
      <Link {...to}>{title}</Link> {more}
    </span>
    {action}
  </li>
)

interface Props {
  readonly states: States
  readonly suggestions: Counts
  /** Calls that wait for a decision. */
  readonly waiting: number
  readonly health: ApiSchemas['SystemHealth'] | null
}

/** The current problems in groups, each with the way to mend it. */
export const Mend = ({ states, suggestions, waiting, health }: Props) => {
  const mayChange = useMay('operator')
  const [linked, setLinked] = useState<readonly ListedAccount[]>()
  const found = troubledStates.map((state) => [state, countIn(states, state)] as const).filter(([, count]) => count > 0)
  const grave = suggestions
    .filter(({ severity }) => severity === 'high')
    .reduce((sum, { suggestions: count }) => sum + count, 0)
  const late = (health?.jobs ?? []).filter(({ lag_ms }) => lag_ms > lateMs)
  const isStoreDown = health !== null && Object.values(health.store_latency_ms).includes(null)
  const never = countIn(states, 'missing')
  const isWell = found.length === 0 && grave === 0 && late.length === 0 && !isStoreDown
  const reconnect = async (state: Trouble) => {
    const query = { state, limit: mostLinks }
    setLinked((await unwrap(api.GET('/admin/accounts', { params: { query } }))).accounts)
  }
  return (
    <>
      <ul className={css.lines}>
        {waiting > 0 && <Line icon={Stamp} to={{ to: '/approvals' }} title={t.mend.waiting(waiting)} />}
        {found.map(([state, count]) => (
          <Line
            key={state}
            icon={Plug}
            to={{ to: '/accounts', search: { state } }}
            title={t.mend.accounts(count)}
            more={t.mend.states[state]}
            action={mayChange && <Button onClick={() => reconnect(state)}>{t.mend.reconnect}</Button>}
          />
        ))}
        {isStoreDown && <Line icon={Database} to={{ to: '/settings' }} title={t.mend.store} />}
        {late.length > 0 && <Line icon={CalendarClock} to={{ to: '/jobs' }} title={t.mend.jobs(late.length)} />}
        {grave > 0 && (
          <Line
            icon={Lightbulb}
            to={{ to: '/suggestions', search: { severity: 'high' } }}
            title={t.mend.suggestions(grave)}
          />
        )}
        {isWell && (
          <li className={css.well}>
            <Icon shape={CircleCheck} />
            <span>{states.counts.every(({ state }) => state === 'missing') ? t.mend.noneYet : t.mend.none}</span>
          </li>
        )}
      </ul>
      {never > 0 && (
        <p className={css.never}>
          <Link to="/accounts" search={{ state: 'missing' }}>
            {t.mend.never(never)}
          </Link>
        </p>
      )}
      {linked && <Reconnect accounts={linked} onClose={() => setLinked(undefined)} />}
    </>
  )
}
