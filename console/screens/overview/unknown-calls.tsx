import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { Icon } from '../../parts/inline/icon.tsx'
import { Time } from '../../parts/inline/time.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { ResolveCall } from '../log/resolve-call.tsx'
import { overviewTexts } from './overview-texts.ts'
import css from './unknown-calls.module.css'

const t = overviewTexts.unknown

type Unknown = ApiSchemas['UnknownCall']

const One = ({ call: { id, at, tenant, provider, account, action } }: { readonly call: Unknown }) => (
  <li>
    <span className={css.what}>
      <Link to="/calls/$id" params={{ id }}>
        {[provider, action].filter(Boolean).join(' ')}
      </Link>
      {tenant !== null && (
        <Link to="/tenants/$id" params={{ id: tenant }}>
          {tenant}
        </Link>
      )}
      {account !== null && <span>{account}</span>}
      <Time at={at} />
    </span>
    <span className="row">
      <ResolveCall id={id} />
    </span>
  </li>
)

interface Props {
  /** The newest. */
  readonly calls: readonly Unknown[]
  readonly hasMore: boolean
}

/** Writes that may have been done, which nobody knows: they come first, as somebody has to look. */
export const UnknownCalls = ({ calls, hasMore }: Props) =>
  calls.length > 0 && (
    <section className={css.unknown} aria-label={t.title}>
      <h2>
        <Icon shape={CircleHelp} size={20} />
        {t.count(calls.length, hasMore)}
      </h2>
      <p>{t.lead(calls.length)}</p>
      <ul>
        {calls.map((call) => (
          <One key={call.id} call={call} />
        ))}
      </ul>
      {hasMore && (
        <Link to="/log" search={{ outcome: 'unknown', calls: 'on' }}>
          {t.all}
        </Link>
      )}
    </section>
  )
