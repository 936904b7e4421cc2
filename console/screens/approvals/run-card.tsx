import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField } from '../../parts/form/check-field.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import css from './approvals.module.css'
import { approvalsTexts as t } from './approvals-texts.ts'
import { CallView, nameCall } from './call-view.tsx'
import { DecisionForm, type Said } from './decision-form.tsx'

type WaitingRun = ApiSchemas['WaitingRun']

const RunCalls = ({ run, onDecided }: { readonly run: WaitingRun; readonly onDecided: () => void }) => {
  const mayDecide = useMay('approver')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = run.calls.filter(({ approval_id }) => !left.has(approval_id))
  const send = async (said: Said): Promise<void> => {
    await unwrap(
      api.POST('/admin/approvals/runs/{run_id}/decision', {
        params: { path: { run_id: run.run_id } },
        body: { ...said, digest: run.digest, except: [...left] },
      }),
    )
    const what = t.calls(chosen.length)
    announceDone(said.decision === 'approve' ? t.approved(what) : t.refused(what))
    onDecided()
  }
  const toggle = (id: string, isChosen: boolean): void =>
    setLeft(new Set(isChosen ? [...left].filter((other) => other !== id) : [...left, id]))
  return (
    <Section
      title={t.ofRun(run.calls.length)}
      lead={
        mayDecide ? (
          <>
            {t.runLead} <span className="keys">{t.keys}</span>
          </>
        ) : (
          t.mayNot
        )
      }
    >
      {run.calls.map((call, nth) => (
        <article key={call.approval_id} className={css.call}>
          <h3>{`${nth + 1}. ${nameCall(call)}`}</h3>
          {mayDecide && (
            <CheckField
              label={t.decideThis(nth + 1)}
              checked={!left.has(call.approval_id)}
              onChange={({ target }) => toggle(call.approval_id, target.checked)}
            />
          )}
          <CallView call={call} nth={nth + 1} />
        </article>
      ))}
      {mayDecide && (
        <DecisionForm mayStand={chosen.every(({ may_stand }) => may_stand)} times={['run', '1h']} send={send} />
      )}
    </Section>
  )
}

/** The calls of one run of code that wait, each whole, decided by one word. */
export const RunCard = ({ runId, onDecided }: { readonly runId: string; readonly onDecided: () => void }) => {
  const run = useQuery({
    queryKey: ['approvals', 'run', runId],
    queryFn: () => unwrap(api.GET('/admin/approvals/runs/{run_id}', { params: { path: { run_id: runId } } })),
  })
  return <Loaded query={run}>{(one) => <RunCalls key={one.digest} run={one} onDecided={onDecided} />}</Loaded>
}
