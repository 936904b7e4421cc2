import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/inline/icon.tsx'
import { CircleHelp } from '../../parts/inline/shapes.ts'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { type RowSelection, useSelection } from '../../parts/list/selection.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import { ResolveCalls } from '../log/call/resolve-call.tsx'
import { overviewTexts } from './overview-texts.ts'
import css from './unknown-calls.module.css'

const t = overviewTexts.unknown

type Unknown = ApiSchemas['UnknownCall']

const nameCall = ({ provider, action }: Unknown): string => [provider, action].filter(Boolean).join(' ')

interface OneProps {
  readonly call: Unknown
  readonly names: Readonly<Record<string, string>>
  /** Unset if nothing can be chosen. */
  readonly selection: RowSelection | undefined
}

const One = ({ call, names, selection }: OneProps) => {
  const { id, at, tenant, account } = call
  return (
    <li>
      {selection && (
        <input
          type="checkbox"
          aria-label={words.select(`${nameCall(call)} ${id}`)}
          checked={selection.keys.has(id)}
          onChange={({ target }) => selection.set([id], target.checked)}
        />
      )}
      <span className={css.what}>
        <Link to="/calls/$id" params={{ id }}>
          {nameCall(call)}
        </Link>
        {tenant !== null && <TenantLink id={tenant} names={names} />}
        {account !== null && <span>{account}</span>}
        <Time at={at} />
      </span>
      <span className="row">
        <ResolveCalls calls={[call]} />
      </span>
    </li>
  )
}

interface Props {
  /** The newest. */
  readonly calls: readonly Unknown[]
  readonly hasMore: boolean
}

/** Writes that may have been done, which nobody knows: they come first, as somebody has to look. */
export const UnknownCalls = ({ calls, hasMore }: Props) => {
  const selection = useSelection()
  const names = useTenantNames(calls.map(({ tenant }) => tenant))
  const canChoose = useMay('operator') && calls.length > 1
  // Somebody else may have resolved one meanwhile.
  const chosen = calls.filter(({ id }) => selection.keys.has(id))
  return (
    calls.length > 0 && (
      <section className={css.unknown} aria-label={t.title}>
        <h2>
          <Icon shape={CircleHelp} size={20} />
          {t.count(calls.length, hasMore)}
        </h2>
        <p>{t.lead(calls.length)}</p>
        {canChoose && (
          <div className={css.choosing}>
            <label>
              <input
                type="checkbox"
                checked={chosen.length === calls.length}
                onChange={({ target }) =>
                  selection.set(
                    calls.map(({ id }) => id),
                    target.checked,
                  )
                }
              />
              {chosen.length === 0 ? t.chooseAll : words.selected(chosen.length)}
            </label>
            {chosen.length > 0 && (
              <span className="row">
                <ResolveCalls calls={chosen} onDone={selection.clear} />
              </span>
            )}
          </div>
        )}
        <ul>
          {calls.map((call) => (
            <One key={call.id} call={call} names={names} selection={canChoose ? selection : undefined} />
          ))}
        </ul>
        {hasMore && (
          <Link to="/log" search={{ outcome: 'unknown', calls: 'on' }}>
            {t.all}
          </Link>
        )}
      </section>
    )
  )
}
