import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { Inbox } from '../../parts/inline/shapes.ts'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { ScreenPage, Section } from '../../parts/page/page.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { words } from '../../words.ts'
import css from './approvals.module.css'
import { approvalsTexts as t } from './approvals-texts.ts'
import { CallView, nameCall, type WholeApproval } from './call-view.tsx'
import { DecidedSection } from './decided.tsx'
import { DecisionForm, type Said } from './decision-form.tsx'
import { groupCalls, Queue } from './queue.tsx'
import { RunCard } from './run-card.tsx'
import { StandingSection } from './standing.tsx'

const refreshMs = 3000
/** More are loaded when these are decided. */
const mostShown = 100

const useQueue = () =>
  useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: () =>
      unwrap(
        api.GET('/admin/approvals', { params: { query: { state: 'waiting', sort: 'created_at', limit: mostShown } } }),
      ),
    refetchInterval: whileUsed(refreshMs),
  })

/** One call, nothing of it left out, and the two decisions about it. */
const WholeCall = ({ call, onDecided }: { readonly call: WholeApproval; readonly onDecided: () => void }) => {
  const mayDecide = useMay('approver')
  const send = async (said: Said): Promise<void> => {
    await unwrap(
      api.POST('/admin/approvals/{approval_id}/decision', {
        params: { path: { approval_id: call.approval_id } },
        body: { ...said, digest: call.digest },
      }),
    )
    announceDone(said.decision === 'approve' ? t.approved(nameCall(call)) : t.refused(nameCall(call)))
    onDecided()
  }
  const times = call.run_id === null ? ['1h'] : ['run', '1h']
  return (
    <Section title={nameCall(call)} lead={mayDecide ? <span className="keys">{t.keys}</span> : t.mayNot}>
      <CallView call={call} />
      {mayDecide && <DecisionForm mayStand={call.may_stand} times={times} send={send} />}
    </Section>
  )
}

const CallCard = ({ id, onDecided }: { readonly id: string; readonly onDecided: () => void }) => {
  const whole = useQuery({
    queryKey: ['approvals', 'whole', id],
    queryFn: () => unwrap(api.GET('/admin/approvals/{approval_id}', { params: { path: { approval_id: id } } })),
  })
  return (
    <Loaded query={whole}>
      {(call) => <WholeCall key={call.digest + call.decisions.length} call={call} onDecided={onDecided} />}
    </Loaded>
  )
}

/** Everything that waits for a decision, the oldest first, and one of it whole. */
export const ApprovalsScreen = () => {
  const queue = useQueue()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<string>()
  const items = groupCalls(queue.data?.approvals ?? [])
  const chosen = items.find(({ id }) => id === wanted) ?? items[0]
  const onDecided = () => queries.invalidateQueries({ queryKey: ['approvals'] })
  return (
    <ScreenPage title={words.screens.approvals} lead={t.lead}>
      <Loaded query={queue}>
        {({ waiting: count }) =>
          chosen === undefined ? (
            <Empty icon={Inbox} title={t.empty}>
              <p>{t.emptyText}</p>
              <Link to="/tenants" className={buttonClass}>
                {words.screens.tenants}
              </Link>
            </Empty>
          ) : (
            <div className={css.desk}>
              <Queue items={items} count={count} chosen={chosen.id} onChoose={setWanted} />
              {chosen.runId === undefined ? (
                <CallCard id={chosen.id} onDecided={onDecided} />
              ) : (
                // Another list of calls is another card.
                <RunCard key={chosen.calls.length} runId={chosen.runId} onDecided={onDecided} />
              )}
            </div>
          )
        }
      </Loaded>
      <StandingSection />
      <DecidedSection />
    </ScreenPage>
  )
}
