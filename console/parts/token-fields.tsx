import { api, unwrap } from '../state/api.ts'
import { t } from '../texts.ts'
import { Field } from './field.tsx'
import { numberOf, textOf } from './form-modal.tsx'
import { PatternChoice } from './pattern-choice.tsx'

const daySeconds = 86_400

/** Issues a token with what was typed into the fields. Nobody can read it again later. Throws ApiError. */
export const mintToken = async (tenant: string, allow: readonly string[], form: FormData): Promise<string> => {
  const days = numberOf(form, 'days')
  const { token = '' } = await unwrap(
    api.POST('/admin/auth', {
      body: {
        tenant_id: tenant,
        label: textOf(form, 'label') ?? null,
        calls_per_minute: numberOf(form, 'calls_per_minute') ?? null,
        expires_at: days === undefined ? null : Math.floor(Date.now() / 1000) + days * daySeconds,
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

/** What is asked for of a new token. */
export const TokenFields = ({ tenant, allow, onAllow }: Props) => (
  <>
    <Field label={t.tokens.label} help={t.tokens.labelHelp}>
      {(field) => <input {...field} name="label" maxLength={100} autoComplete="off" />}
    </Field>
    <PatternChoice tenant={tenant} chosen={allow} onChange={onAllow} />
    <Field label={t.tokens.days}>{(field) => <input {...field} name="days" type="number" min={1} />}</Field>
    <Field label={t.tokens.limit}>
      {(field) => <input {...field} name="calls_per_minute" type="number" min={1} />}
    </Field>
  </>
)
