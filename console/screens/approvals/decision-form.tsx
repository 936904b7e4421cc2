import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { CircleCheck, CircleX } from '../../parts/inline/shapes.ts'
import { ProblemBox } from '../../parts/page/loaded.tsx'
import { Bar } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import css from './approvals.module.css'
import { approvalsTexts as t } from './approvals-texts.ts'
import { usePressedKeys } from './pressed-keys.ts'

type Decision = ApiSchemas['ApprovalDecision']['decision']

/** A decision, without the digest of what was shown. */
export type Said = Omit<ApiSchemas['ApprovalDecision'], 'digest'>

interface Props {
  /** False where the gateway takes no yes in advance. */
  readonly mayStand: boolean
  /** The times for which a yes may be one in advance. */
  readonly times: readonly string[]
  readonly send: (said: Said) => Promise<void>
}

/** The reason, a yes in advance, and the two decisions. `Y` asks for a second key. */
export const DecisionForm = ({ mayStand, times, send }: Props) => {
  const [reason, setReason] = useState('')
  const [time, setTime] = useState<string>()
  const [isForAny, setForAny] = useState(false)
  const [isArmed, setArmed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const decide = async (decision: Decision): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setArmed(false)
    setProblem(undefined)
    const said = reason.trim()
    try {
      await send({
        decision,
        ...(said !== '' && { reason: said }),
        ...(mayStand && time !== undefined && decision === 'approve' && { for: time, ...(isForAny && { any: true }) }),
      })
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  /** Failures are shown beside the buttons. */
  const say: (decision: Decision) => void = decide
  usePressedKeys((key) => {
    setArmed(key === 'y' && !isArmed)
    if (key === 'n') say('refuse')
    else if (key === 'y' && isArmed) say('approve')
  })
  return (
    <>
      {problem !== undefined && <ProblemBox error={problem} />}
      <div className={css.decide}>
        <LabelledField label={t.reason} help={t.reasonHelp}>
          {(field) => (
            <input {...field} value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
          )}
        </LabelledField>
        {mayStand &&
          times.map((one) => (
            <CheckField
              key={one}
              label={one === 'run' ? t.alsoRun : t.also}
              help={one === 'run' ? t.alsoRunHelp : t.alsoHelp}
              checked={time === one}
              onChange={({ target }) => setTime(target.checked ? one : undefined)}
            />
          ))}
        {mayStand && time !== undefined && (
          <CheckField
            label={t.any}
            help={t.anyHelp}
            checked={isForAny}
            onChange={({ target }) => setForAny(target.checked)}
          />
        )}
        <Bar>
          <Button isMain icon={CircleCheck} keyName="Y Y" isBusy={isBusy} onClick={() => decide('approve')}>
            {t.approve}
          </Button>
          <Button icon={CircleX} keyName="N" isBusy={isBusy} onClick={() => decide('refuse')}>
            {t.refuse}
          </Button>
          <span role="status">{isArmed ? t.again : ''}</span>
        </Bar>
      </div>
    </>
  )
}
