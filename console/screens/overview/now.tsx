import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/inline/icon.tsx'
import { CircleAlert, CircleCheck } from '../../parts/inline/shapes.ts'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { whileUsed } from '../../state/live.ts'
import { failedOutcomes } from '../../state/search.ts'
import { selectCause, useLogCounts } from '../log/log-counts.ts'
import css from './now.module.css'
import { overviewTexts as t } from './overview-texts.ts'

type Recent = ApiSchemas['RecentCalls']

const every10s = whileUsed(10_000)
/** More causes than this are behind a link. */
const most = 2

/** The causes of the last 15 minutes' failures. */
const Causes = ({ errors }: { readonly errors: number }) => {
  const { data } = useLogCounts({ calls: true, since: '15m', bars: 2 }, every10s)
  const { causes = [], causes_total: total = 0, unknown = 0 } = data ?? {}
  return (
    <ul className={css.failures} data-several={errors > 1 || undefined}>
      {causes.slice(0, most).map((cause) => {
        const text = t.now.cause(cause.reason ?? cause.code, cause.calls)
        return (
          <li key={`${cause.provider} ${cause.status} ${cause.code} ${cause.reason}`} className={css.cause}>
            <Link to="/log" search={{ ...selectCause(cause), since: '15m' }} title={text}>
              {text}
            </Link>
          </li>
        )
      })}
      {total > most && (
        <li>
          <Link to="/log" search={{ calls: 'on', outcome: failedOutcomes, since: '15m' }}>
            {t.now.more(total - most)}
          </Link>
        </li>
      )}
      {unknown > 0 && (
        <li>
          <Link to="/log" search={{ calls: 'on', outcome: 'unknown', since: '15m' }}>
            {t.now.unknown(unknown)}
          </Link>
        </li>
      )}
    </ul>
  )
}

const describe = ({ calls, errors }: Recent): string => {
  if (errors > 0) return t.now.failed(errors)
  return calls === 0 ? t.now.quiet : t.now.well
}

/** The calls that fail at this moment, with the causes. */
export const Now = ({ recent }: { readonly recent: Recent }) => {
  const { calls, errors } = recent
  return (
    <section className={errors > 0 ? `${css.now} ${css.failing}` : css.now} aria-label={t.now.title}>
      <Icon shape={errors > 0 ? CircleAlert : CircleCheck} size={20} />
      <p className={css.what} role="status">
        <Link to="/log" search={{ calls: 'on', since: '15m', ...(errors > 0 && { outcome: failedOutcomes }) }}>
          {describe(recent)}
        </Link>{' '}
        {calls > 0 && t.now.of(calls)} <span className={css.when}>{t.now.when}</span>
      </p>
      {errors > 0 && <Causes errors={errors} />}
    </section>
  )
}
