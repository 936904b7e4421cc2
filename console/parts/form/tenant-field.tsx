import { useTenants } from '../../state/reads.ts'
import { words } from '../../words.ts'
import { LabelledField } from './field.tsx'

interface Props {
  readonly value: string
  readonly onChange: (tenant: string) => void
  /** The label of the empty choice; without it the field asks for a tenant. */
  readonly none?: string
}

const formatTenant = (id: string, name: string): string => (name === id ? id : `${name} (${id})`)

export const TenantField = ({ value, onChange, none }: Props) => {
  const { data = [] } = useTenants()
  const name = data.find(({ id }) => id === value)?.name ?? value
  return (
    <LabelledField label={words.tenant}>
      {(field) => (
        <select
          {...field}
          name="tenant"
          value={value}
          // A narrow field cuts a long name.
          title={value === '' ? undefined : formatTenant(value, name)}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{none ?? words.choose}</option>
          {/* The tenant in the URL stays chosen while the list is loading. */}
          {value !== '' && !data.some(({ id }) => id === value) && <option value={value}>{value}</option>}
          {data.map(({ id, name }) => (
            <option key={id} value={id}>
              {formatTenant(id, name)}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}
