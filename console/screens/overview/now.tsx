import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Icon } from '../../parts/inline/icon.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import css from './now.module.css'
import { overviewTexts as t } from './overview-texts.ts'

type Recent = ApiSchemas['RecentCalls']

/** More kinds of failures than this are behind a link. */
const most = 3

const describe = ({ calls, errors }: Recent): string => {
  if (errors > 0) return t.now.failed(errors)
  return calls === 0 ? t.now.quiet : t.now.well
}

/** Whether calls fail at this moment, and how. */
export const Now = ({ recent }: { readonly recent: Recent }) => {
  const { calls, errors, failures } = recent
  const others = failures.length - most
  return (
    <section className={errors > 0 ? `${css.now} ${css.failing}` : css.now} aria-label={t.now.title}>
      <Icon shape={errors > 0 ? CircleAlert : CircleCheck} size={20} />
      <p className={css.what} role="status">
        <Link to="/log" search={{ calls: 'on', since: '15m', ...(errors > 0 && { outcome: 'error' }) }}>
          {describe(recent)}
        </Link>{' '}
        {calls > 0 && t.now.of(calls)} <span className={css.when}>{t.now.when}</span>
      </p>
      <ul className={css.failures}>
        {failures.slice(0, most).map(({ code, provider, calls: count }) => (
          <li key={`${code} ${provider}`}>
            <Link to="/log" search={{ calls: 'on', since: '15m', code }}>
              {t.now.failure(code, count, provider)}
            </Link>
          </li>
        ))}
        {others > 0 && <li className={css.when}>{t.now.more(others)}</li>}
      </ul>
    </section>
  )
}
