import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { LabelledField } from '../../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../../parts/form/form-modal.tsx'
import { CircleCheck, CircleX } from '../../../parts/inline/shapes.ts'
import { Time } from '../../../parts/inline/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../../state/gateway/api.ts'
import { useMay } from '../../../state/gateway/session.ts'
import { callTexts } from './call-texts.ts'
import css from './resolve-call.module.css'

const t = callTexts.unknown

type Resolution = ApiSchemas['CallResolution']['as']
type Resolved = ApiSchemas['ResolvedCall']

/** A call as the dialog names it. */
export type UnresolvedCall = Pick<ApiSchemas['UnknownCall'], 'id' | 'at' | 'tenant' | 'provider' | 'account' | 'action'>

const icons = { done: CircleCheck, absent: CircleX } as const

const CallName = ({ call: { id, at, tenant, provider, account, action } }: { readonly call: UnresolvedCall }) => (
  <>
    <strong>{[provider, action].filter(Boolean).join(' ')}</strong>{' '}
    {[tenant, account].filter((name) => name !== null).join(', ')} <Time at={at} /> <code>{id}</code>
  </>
)

const Names = ({ calls }: { readonly calls: readonly UnresolvedCall[] }) => (
  <ul className={css.calls} aria-label={t.which}>
    {calls.map((call) => (
      <li key={call.id}>
        <CallName call={call} />
      </li>
    ))}
  </ul>
)

interface FailedProps {
  readonly calls: readonly UnresolvedCall[]
  readonly failed: readonly Resolved[]
}

const Failed = ({ calls, failed }: FailedProps) => (
  <>
    <p role="alert">{t.failed(failed.length, calls.length)}</p>
    <ul className={css.calls}>
      {failed.map(({ id, error }) => (
        <li key={id}>
          {calls
            .filter((call) => call.id === id)
            .map((call) => (
              <CallName key={id} call={call} />
            ))}{' '}
          {error}
        </li>
      ))}
    </ul>
  </>
)

interface Props {
  readonly calls: readonly UnresolvedCall[]
  readonly onDone?: () => void
}

/** Two buttons with which an operator reports the outcome of unknown calls, with a dialog that names each call. */
export const ResolveCalls = ({ calls, onDone }: Props) => {
  const mayResolve = useMay('operator')
  const [said, setSaid] = useState<{ readonly as: Resolution; readonly of: readonly UnresolvedCall[] }>()
  if (!mayResolve) return null
  const send = async (form: FormData) => {
    if (!said) return undefined
    const note = readTextField(form, 'note')
    const ids = said.of.map(({ id }) => id)
    const body = { ids, as: said.as, ...(note !== undefined && { note }) }
    const { calls: resolved } = await unwrap(api.POST('/admin/calls/resolve', { body }))
    onDone?.()
    const failed = resolved.filter(({ entry }) => entry === null)
    return failed.length > 0 && <Failed calls={said.of} failed={failed} />
  }
  return (
    <>
      {(['done', 'absent'] as const).map((as) => (
        <Button key={as} icon={icons[as]} onClick={() => setSaid({ as, of: calls })}>
          {t.buttons(calls.length)[as]}
        </Button>
      ))}
      {said && (
        <FormModal
          title={t.buttons(said.of.length)[said.as]}
          text={t.texts(said.of.length)[said.as]}
          submit={t.record}
          onClose={() => setSaid(undefined)}
          send={send}
        >
          <Names calls={said.of} />
          <LabelledField label={t.note} help={t.noteHelp}>
            {(field) => <input {...field} name="note" maxLength={500} />}
          </LabelledField>
        </FormModal>
      )}
    </>
  )
}
