import { currentMs, secondsOf } from '@patchbay/core/time'
import { api, unwrap } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'
import { LabelledField } from './field.tsx'
import { readNumberField, readTextField } from './form-modal.tsx'
import { formTexts as t } from './form-texts.ts'
import { PatternChoice } from './rules/pattern-choice.tsx'

const daySeconds = 86_400

/** Creates a token from the values of the fields. Nobody can read it again later. Throws ApiError. */
export const mintToken = async (tenant: string, allow: readonly string[], form: FormData): Promise<string> => {
  const days = readNumberField(form, 'days')
  const { token = '' } = await unwrap(
    api.POST('/admin/auth', {
      body: {
        tenant_id: tenant,
        label: readTextField(form, 'label') ?? null,
        calls_per_minute: readNumberField(form, 'calls_per_minute') ?? null,
        expires_at: days === undefined ? null : secondsOf(currentMs()) + days * daySeconds,
        allow: allow.length > 0 ? [...allow] : null,
      },
    }),
  )
  return token
}

interface Props {
  readonly tenant: string
  readonly allow: readonly string[]
  readonly onAllow: (patterns: readonly string[]) => void
}

/** The fields of a new token. */
export const TokenFields = ({ tenant, allow, onAllow }: Props) => (
  <>
    <LabelledField label={words.label} help={t.token.labelHelp}>
      {(field) => <input {...field} name="label" maxLength={100} autoComplete="off" />}
    </LabelledField>
    <PatternChoice tenant={tenant} chosen={allow} onChange={onAllow} />
    <LabelledField label={words.expiresAfter} help={words.emptyForNever}>
      {(field) => <input {...field} name="days" type="number" min={1} />}
    </LabelledField>
    <LabelledField label={words.callsPerMinute} help={words.emptyForNoLimit}>
      {(field) => <input {...field} name="calls_per_minute" type="number" min={1} />}
    </LabelledField>
  </>
)
