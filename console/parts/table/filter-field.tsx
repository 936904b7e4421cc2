import { words } from '../../words.ts'
import { LabelledField } from '../form/field.tsx'

interface Props {
  readonly label: string
  /** Values with their labels. */
  readonly choices: Readonly<Record<string, string>>
  /** The chosen value, empty for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters a list by one of a few values; "All" turns the filter off. */
export const FilterField = ({ label, choices, value, onChange }: Props) => (
  <LabelledField label={label}>
    {(field) => (
      <select {...field} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{words.all}</option>
        {Object.entries(choices).map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    )}
  </LabelledField>
)
