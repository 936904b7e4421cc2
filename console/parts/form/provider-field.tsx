import { useProviders } from '../../state/reads.ts'
import { words } from '../../words.ts'
import { LabelledField } from './field.tsx'

export const ProviderField = ({ chosen }: { readonly chosen?: string | undefined }) => {
  const { data = [] } = useProviders()
  return (
    <LabelledField label={words.provider}>
      {(field) => (
        <select {...field} key={data.length} name="provider" required defaultValue={chosen}>
          {data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}
