import { Time } from '../../parts/inline/time.tsx'
import { Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import css from './approvals.module.css'
import { approvalsTexts as t } from './approvals-texts.ts'
import { nameCall } from './call-view.tsx'

type Waiting = ApiSchemas['ListedApproval']

/** The subject of one decision: a call, or the calls of one code run. */
export interface QueueItem {
  readonly id: string
  /** Set for several calls of a run. */
  readonly runId: string | undefined
  readonly calls: readonly [Waiting, ...Waiting[]]
}

/** The calls in their order, those of a run at the place of its first. */
export const groupCalls = (waiting: readonly Waiting[]): readonly QueueItem[] =>
  [...Map.groupBy(waiting, ({ run_id, approval_id }) => run_id ?? approval_id)].flatMap(([id, [first, ...others]]) => {
    if (!first) return []
    const runId = others.length > 0 ? id : undefined
    return [{ id: runId ?? first.approval_id, runId, calls: [first, ...others] }]
  })

interface Props {
  readonly items: readonly QueueItem[]
  readonly count: number
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

export const Queue = ({ items, count, chosen, onChoose }: Props) => {
  const names = useTenantNames(items.map(({ calls: [{ tenant }] }) => tenant))
  return (
    <Section title={t.queue(count)} lead={t.oldest}>
      <ul className={css.queue}>
        {items.map(({ id, calls: [first, ...others] }) => (
          <li key={id}>
            <button type="button" aria-current={id === chosen} onClick={() => onChoose(id)} className={css.waiting}>
              <strong>{others.length > 0 ? t.ofRun(others.length + 1) : nameCall(first)}</strong>
              {first.subject !== null && (
                <span dir="auto" className={css.subject} title={first.subject}>
                  {first.subject}
                </span>
              )}
              <span>
                {names[first.tenant] ?? first.tenant} · <Time at={first.created_at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
