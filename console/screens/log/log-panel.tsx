import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass, IconButton } from '../../parts/button.tsx'
import { Id } from '../../parts/id.tsx'
import { formatMilliseconds } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { ChevronDown, ChevronUp, X } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { ChangedMembers } from '../../parts/page/difference.tsx'
import { Facts } from '../../parts/page/page.tsx'
import { isTyping } from '../../state/is-typing.ts'
import { words } from '../../words.ts'
import { KeptExchange } from './call/kept-exchange.tsx'
import { RemedyLink } from './log-causes.tsx'
import { selectCause, useLogCounts } from './log-counts.ts'
import { Actor, type Entry, isCallEntry, Status, showTenant } from './log-entry.tsx'
import css from './log-panel.module.css'
import { logTexts as t } from './log-texts.ts'

interface PanelProps {
  readonly entry: Entry
  /** The names of admin keys by their ids. */
  readonly names: ReadonlyMap<string, string>
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** J and K go to the next and the previous entry, and Escape closes the panel. */
export const usePanelKeys = ({ onStep, onClose }: Pick<PanelProps, 'onStep' | 'onClose'>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[role=dialog]')) return
      if (event.key === 'j') onStep(1)
      else if (event.key === 'k') onStep(-1)
      else if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** The number of calls that failed like this one in the last hour, with the remedy. */
const LikeThis = ({ entry: { code, key, reason, status, tenant } }: { readonly entry: Entry }) => {
  const provider = key?.split('/')[0]
  const { data } = useLogCounts({
    ...(code && { code }),
    ...(provider && { provider }),
    status: String(status),
    outcome: 'error',
    calls: true,
    since: '1h',
    bars: 2,
  })
  if (!data) return <p className="quiet">{words.loading}</p>
  const cause = data.causes.find(({ shared_reason: shared }) => shared === null || reason?.includes(shared))
  if (!cause) return <p className="quiet">{t.likeThis(0)}</p>
  const { calls, tenants } = cause
  return (
    <>
      <p>
        <Link to="/log" search={{ ...selectCause(cause), since: '1h' }}>
          {t.likeThis(calls)}
        </Link>
        {calls > 1 && ` ${tenants.only === tenant ? t.ofThisTenant : t.ofTenants(tenants.count)}`}
      </p>
      <p>
        <RemedyLink cause={cause} />
      </p>
    </>
  )
}

/** An entry beside the list that it is in. */
export const LogPanel = ({ entry, names, onStep, onClose }: PanelProps) => {
  const { id, key, action, reason, tenant, changes = [] } = entry
  const [provider, account] = (isCallEntry(entry) ? key?.split('/') : undefined) ?? []
  return (
    <aside className={css.panel} aria-label={t.panel}>
      <div className={css.head}>
        {provider && <ProviderMark id={provider} />}
        <h2>{action ?? words.none}</h2>
        <Status of={entry} />
        <IconButton label={t.previous} icon={ChevronUp} onClick={() => onStep(-1)} />
        <IconButton label={t.next} icon={ChevronDown} onClick={() => onStep(1)} />
        <IconButton label={words.close} icon={X} onClick={onClose} />
      </div>
      {reason !== null && <p className={css.reason}>{reason}</p>}
      {isCallEntry(entry) && entry.outcome === 'error' && <LikeThis entry={entry} />}
      {isCallEntry(entry) && entry.outcome === 'error' && <KeptExchange key={id} id={id} tenant={tenant} />}
      {changes.length > 0 && <ChangedMembers changes={changes} />}
      <Facts
        facts={[
          [t.code, entry.code],
          [words.tenant, tenant && showTenant(entry)],
          [words.account, account],
          [words.entry.key, isCallEntry(entry) ? null : key],
          [words.entry.who, entry.token_id && <Actor key="who" entry={entry} names={names} />],
          [words.entry.at, <Time key="at" at={entry.at} isExact />],
          [words.entry.source, words.sources[entry.source]],
          [words.duration, formatMilliseconds(entry.duration_ms)],
          [words.entry.request, entry.request_id && <Id key="request">{entry.request_id}</Id>],
        ]}
      />
      {isCallEntry(entry) && (
        <div className={css.links}>
          <Link to="/calls/$id" params={{ id }} className={buttonClass}>
            {t.openCall}
          </Link>
          {provider && action && (
            <Link
              to="/providers/$id/actions/$action"
              params={{ id: provider, action }}
              search={{ ...(tenant && { tenant }), ...(account && { account }) }}
              className={buttonClass}
            >
              {t.runAgain}
            </Link>
          )}
        </div>
      )}
    </aside>
  )
}
