import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { JsonCode } from '../../parts/page/json-code.tsx'
import { Empty, Loaded, ProblemBox } from '../../parts/page/loaded.tsx'
import { Bar, Facts, ScreenPage, Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { whileUsed } from '../../state/live.ts'
import { words } from '../../words.ts'
import css from './approvals.module.css'
import { approvalsTexts as t } from './approvals-texts.ts'
import { CurrentStateView } from './current-state-view.tsx'
import { StandingSection } from './standing.tsx'

type Waiting = ApiSchemas['Approval']
type Whole = ApiSchemas['WholeApproval']
type Decision = ApiSchemas['ApprovalDecision']['decision']

const refreshMs = 3000
/** More are loaded when these are decided. */
const mostShown = 100

const describe = ({ provider, account, action }: Waiting): string => t.row(action, `${provider}/${account}`)

const useQueue = () =>
  useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: () =>
      unwrap(
        api.GET('/admin/approvals', { params: { query: { state: 'waiting', sort: 'created_at', limit: mostShown } } }),
      ),
    refetchInterval: whileUsed(refreshMs),
  })

const typedInto = 'input:not([type="checkbox"]), textarea, select, [role="dialog"]'

/** A key alone, where nothing is being typed and no dialog is open. */
const readKey = (event: KeyboardEvent): string | undefined => {
  const { target, key, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || repeat) return undefined
  if (target instanceof Element && target.closest(typedInto)) return undefined
  return key.toLowerCase()
}

/** Calls back when somebody presses the key for yes or for no. */
const useDecisionKeys = (decide: ((decision: Decision) => void) | undefined): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = readKey(event)
      if (key === 'y') decide?.('approve')
      else if (key === 'n') decide?.('refuse')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [decide])
}

const CallFacts = ({ call }: { readonly call: Whole }) => (
  <Facts
    facts={[
      [
        words.tenant,
        <Link key="tenant" to="/tenants/$id" params={{ id: call.tenant }}>
          {call.tenant}
        </Link>,
      ],
      [words.account, `${call.provider}/${call.account}`],
      [t.identity, call.identity],
      [
        t.askedBy,
        <Link key="token" to="/tenants/$id/tokens" params={{ id: call.tenant }} search={{ token: call.token_id }}>
          <code>{call.token_id}</code>
        </Link>,
      ],
      [t.rule, <code key="rule">{call.rule}</code>],
      [words.created, <Time key="created" at={call.created_at} />],
      [words.expires, <Time key="expires" at={call.expires_at} />],
      [t.count, call.needed > 1 ? t.ofCount(call.decisions.length, call.needed) : null],
    ]}
  />
)

/** One call, nothing of it left out, and the two decisions about it. */
const WholeCall = ({ call, onDecided }: { readonly call: Whole; readonly onDecided: () => void }) => {
  const mayDecide = useMay('approver')
  const [reason, setReason] = useState('')
  const [isStanding, setStanding] = useState(false)
  const [isForAny, setForAny] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const decide = async (decision: Decision): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const said = reason.trim()
    const more = {
      ...(said !== '' && { reason: said }),
      ...(isStanding && decision === 'approve' && { for: '1h', ...(isForAny && { any: true }) }),
    }
    try {
      await unwrap(
        api.POST('/admin/approvals/{approval_id}/decision', {
          params: { path: { approval_id: call.approval_id } },
          body: { decision, digest: call.digest, ...more },
        }),
      )
      announceDone(decision === 'approve' ? t.approved(describe(call)) : t.refused(describe(call)))
      onDecided()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  useDecisionKeys(mayDecide ? decide : undefined)
  return (
    <Section title={describe(call)} lead={mayDecide ? t.keys : t.mayNot}>
      <CallFacts call={call} />
      <h3>{t.parameters}</h3>
      <JsonCode label={t.parameters} value={call.parameters} />
      <h3>{t.request}</h3>
      <JsonCode label={t.request} value={call.request} />
      {mayDecide && <CurrentStateView id={call.approval_id} />}
      {problem !== undefined && <ProblemBox error={problem} />}
      {mayDecide && (
        <div className={css.decide}>
          <LabelledField label={t.reason} help={t.reasonHelp}>
            {(field) => (
              <input {...field} value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
            )}
          </LabelledField>
          {call.action !== 'raw' && (
            <CheckField
              label={t.also}
              help={t.alsoHelp}
              checked={isStanding}
              onChange={({ target }) => setStanding(target.checked)}
            />
          )}
          {isStanding && (
            <CheckField
              label={t.any}
              help={t.anyHelp}
              checked={isForAny}
              onChange={({ target }) => setForAny(target.checked)}
            />
          )}
          <Bar>
            <Button isMain icon={CircleCheck} isBusy={isBusy} onClick={() => decide('approve')}>
              {t.approve}
            </Button>
            <Button icon={CircleX} isBusy={isBusy} onClick={() => decide('refuse')}>
              {t.refuse}
            </Button>
          </Bar>
        </div>
      )}
    </Section>
  )
}

interface QueueProps {
  readonly waiting: readonly Waiting[]
  readonly count: number
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

const Queue = ({ waiting, count, chosen, onChoose }: QueueProps) => (
  <Section title={t.queue(count)} lead={t.oldest}>
    <ul className={css.queue}>
      {waiting.map((one) => (
        <li key={one.approval_id}>
          <button
            type="button"
            aria-current={one.approval_id === chosen}
            onClick={() => onChoose(one.approval_id)}
            className={css.waiting}
          >
            <strong>{describe(one)}</strong>
            <span>
              {one.tenant} <Time at={one.created_at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  </Section>
)

/** Everything that waits for a decision, the oldest first, and one of it whole. */
export const ApprovalsScreen = () => {
  const queue = useQueue()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<string>()
  const waiting = queue.data?.approvals ?? []
  const chosen = (waiting.find(({ approval_id }) => approval_id === wanted) ?? waiting[0])?.approval_id
  const whole = useQuery({
    queryKey: ['approvals', 'whole', chosen],
    enabled: chosen !== undefined,
    queryFn: () =>
      unwrap(api.GET('/admin/approvals/{approval_id}', { params: { path: { approval_id: chosen ?? '' } } })),
  })
  const onDecided = () => queries.invalidateQueries({ queryKey: ['approvals'] })
  return (
    <ScreenPage title={words.screens.approvals} lead={t.lead}>
      <Loaded query={queue}>
        {({ approvals, waiting: count }) =>
          chosen === undefined ? (
            <Empty icon={Inbox} title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          ) : (
            <div className={css.desk}>
              <Queue waiting={approvals} count={count} chosen={chosen} onChoose={setWanted} />
              <Loaded query={whole}>
                {(call) => <WholeCall key={call.digest + call.decisions.length} call={call} onDecided={onDecided} />}
              </Loaded>
            </div>
          )
        }
      </Loaded>
      <StandingSection />
    </ScreenPage>
  )
}
