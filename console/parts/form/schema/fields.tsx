import { useRef } from 'react'
import { words } from '../../../words.ts'
import { CheckField } from '../check-field.tsx'
import { type FieldIds, LabelledField } from '../field.tsx'
import { formTexts as t } from '../form-texts.ts'
import type { SchemaParameter } from './parameters.ts'
import { sampleSchema } from './sample.ts'

interface FieldProps {
  readonly parameter: SchemaParameter
}

/** A value that no other field can hold, with an example of its form to begin with. */
const JsonField = ({ field, parameter: { name, isRequired, schema } }: FieldProps & { readonly field: FieldIds }) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const example = JSON.stringify(sampleSchema(schema), undefined, 2)
  const fill = () => {
    area.current?.setRangeText(example, 0, area.current.value.length)
    // The form forgets what it showed of other values.
    area.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <>
      <textarea
        {...field}
        ref={area}
        name={name}
        rows={Math.min(10, Math.max(3, example.split('\n').length))}
        required={isRequired}
        placeholder={example}
        spellCheck={false}
      />
      <button type="button" className="link" onClick={fill}>
        {t.schema.example}
      </button>
    </>
  )
}

const Field = ({ parameter }: FieldProps) => {
  const { name, kind, isRequired, description, choices, schema } = parameter
  if (kind === 'boolean' && !isRequired)
    return <CheckField name={name} label={<code>{name}</code>} help={description} />
  return (
    <LabelledField label={name} help={description === '' ? undefined : description}>
      {(field) => {
        if (choices)
          return (
            <select {...field} name={name} required={isRequired} defaultValue="">
              <option value="">{isRequired ? words.choose : words.unset}</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          )
        if (kind === 'json') return <JsonField field={field} parameter={parameter} />
        if (kind === 'file' || kind === 'files')
          return <input {...field} name={name} type="file" multiple={kind === 'files'} required={isRequired} />
        const isNumber = kind === 'number' || kind === 'integer'
        return (
          <input
            {...field}
            name={name}
            required={isRequired}
            autoComplete="off"
            {...(isNumber
              ? { type: 'number', step: kind === 'integer' ? 1 : 'any', min: schema.minimum, max: schema.maximum }
              : { type: 'text', minLength: schema.minLength, maxLength: schema.maxLength })}
          />
        )
      }}
    </LabelledField>
  )
}

/** A field for each parameter of an action: those that it needs, and the others behind a line. */
export const SchemaFields = ({ parameters }: { readonly parameters: readonly SchemaParameter[] }) => {
  const [needed, others] = [
    parameters.filter(({ isRequired }) => isRequired),
    parameters.filter(({ isRequired }) => !isRequired),
  ]
  return (
    <>
      {needed.map((parameter) => (
        <Field key={parameter.name} parameter={parameter} />
      ))}
      {others.length > 0 && (
        <details open={needed.length === 0 && others.length < 6}>
          <summary>{t.schema.optional(others.length)}</summary>
          {others.map((parameter) => (
            <Field key={parameter.name} parameter={parameter} />
          ))}
        </details>
      )}
    </>
  )
}
