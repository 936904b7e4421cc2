import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { callTexts } from './call-texts.ts'

const t = callTexts.unknown

type Resolution = ApiSchemas['CallResolution']['as']

const icons = { done: CircleCheck, absent: CircleX } as const

/** The two buttons by which an operator says what became of a call whose outcome is unknown. */
export const ResolveCall = ({ id }: { readonly id: string }) => {
  const mayResolve = useMay('operator')
  const [as, setAs] = useState<Resolution>()
  if (!mayResolve) return null
  const send = async (form: FormData) => {
    const note = readTextField(form, 'note')
    await unwrap(
      api.POST('/admin/calls/{call_id}/resolve', {
        params: { path: { call_id: id } },
        body: { as: as ?? 'absent', ...(note !== undefined && { note }) },
      }),
    )
  }
  return (
    <>
      {(['done', 'absent'] as const).map((each) => (
        <Button key={each} icon={icons[each]} onClick={() => setAs(each)}>
          {t.buttons[each]}
        </Button>
      ))}
      {as !== undefined && (
        <FormModal
          title={t.buttons[as]}
          text={t.texts[as]}
          submit={t.record}
          onClose={() => setAs(undefined)}
          send={send}
        >
          <LabelledField label={t.note} help={t.noteHelp}>
            {(field) => <input {...field} name="note" maxLength={500} />}
          </LabelledField>
        </FormModal>
      )}
    </>
  )
}
