import { useProviders } from '../state/reads.ts'
import { t } from '../texts.ts'
import { Field } from './field.tsx'

export const ProviderField = () => {
  const { data = [] } = useProviders()
  return (
    <Field label={t.call.provider}>
      {(field) => (
        <select {...field} name="provider" required>
          {data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
