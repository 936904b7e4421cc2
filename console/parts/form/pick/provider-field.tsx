import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../state/gateway/api.ts'
import { providersQuery, useProviders } from '../../../state/gateway/reads.ts'
import { words } from '../../../words.ts'
import { LabelledField } from '../field.tsx'
import { Picker, type PickerOption } from './picker.tsx'

/** Providers whose id or title contains the text. */
export const findProviders = async (typed: string): Promise<readonly PickerOption[]> => {
  const { providers } = await unwrap(api.GET('/admin/providers'))
  return providers
    .filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(typed.toLowerCase()))
    .map(({ id, title }) => ({ value: id, text: title }))
}

interface Props {
  readonly value: string
  readonly onChange: (provider: string) => void
  readonly label?: string
  readonly isRequired?: boolean
  /** Providers that are not offered. */
  readonly without?: readonly string[]
}

export const ProviderField = ({ value, onChange, label = words.provider, isRequired, without = [] }: Props) => {
  const queries = useQueryClient()
  const { data } = useProviders()
  return (
    <LabelledField label={label}>
      {(field) => (
        <Picker
          {...field}
          kind={`provider ${without.join()}`}
          value={value}
          text={data?.find(({ id }) => id === value)?.title}
          onChange={onChange}
          placeholder={words.findProvider}
          isRequired={isRequired ?? false}
          find={async (typed) => {
            const all = await queries.ensureQueryData(providersQuery)
            return all
              .filter(
                ({ id, title }) =>
                  !without.includes(id) && `${id} ${title}`.toLowerCase().includes(typed.toLowerCase()),
              )
              .map(({ id, title }) => ({ value: id, text: title, more: id }))
          }}
        />
      )}
    </LabelledField>
  )
}
