import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../../state/gateway/api.ts'
import { words } from '../../../words.ts'
import { LabelledField } from '../field.tsx'
import { Picker, type PickerOption } from './picker.tsx'

/** Tenants whose id or name contains the text; the first ones for no text. */
export const findTenants = async (typed: string): Promise<readonly PickerOption[]> => {
  const query = { limit: 20, ...(typed !== '' && { q: typed }) }
  const { tenants } = await unwrap(api.GET('/admin/tenants', { params: { query } }))
  return tenants.map(({ id, name }) => (name === id ? { value: id, text: id } : { value: id, text: name, more: id }))
}

/** The name of a tenant; its id until the name is known. */
export const useTenantName = (id: string): string => {
  const { data } = useQuery({
    queryKey: ['tenant', id],
    queryFn: () => unwrap(api.GET('/admin/tenants/{tenant}', { params: { path: { tenant: id } } })),
    enabled: id !== '',
    staleTime: 60_000,
  })
  return data?.name ?? id
}

interface Props {
  readonly value: string
  readonly onChange: (tenant: string) => void
  /** The meaning of an empty choice; without it the field asks for a tenant. */
  readonly none?: string
}

export const TenantField = ({ value, onChange, none }: Props) => {
  const name = useTenantName(value)
  return (
    <LabelledField label={words.tenant}>
      {(field) => (
        <Picker
          {...field}
          kind="tenant"
          value={value}
          text={name}
          onChange={onChange}
          find={findTenants}
          placeholder={none ?? words.findTenant}
          isRequired={none === undefined}
        />
      )}
    </LabelledField>
  )
}
