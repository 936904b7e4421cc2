import { useTenants } from '../state/reads.ts'
import { t } from '../texts.ts'
import { Field } from './field.tsx'

interface Props {
  readonly value: string
  readonly onChange: (tenant: string) => void
  /** What no tenant stands for; without it one must be chosen. */
  readonly none?: string
}

export const TenantField = ({ value, onChange, none }: Props) => {
  const { data = [] } = useTenants()
  return (
    <Field label={t.audit.tenant}>
      {(field) => (
        <select {...field} name="tenant" value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{none ?? t.choose}</option>
          {/* One that the URL names stays chosen while the list is on its way. */}
          {value !== '' && !data.some(({ id }) => id === value) && <option value={value}>{value}</option>}
          {data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name === id ? id : `${name} (${id})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
