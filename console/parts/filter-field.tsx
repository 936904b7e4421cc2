import { t } from '../texts.ts'
import { Field } from './field.tsx'

interface Props {
  readonly label: string
  /** Values with the words that stand for them. */
  readonly choices: Readonly<Record<string, string>>
  /** The chosen value, empty for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters a list by one of a few values; "All" filters nothing. */
export const FilterField = ({ label, choices, value, onChange }: Props) => (
  <Field label={label}>
    {(field) => (
      <select {...field} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t.all}</option>
        {Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Field>
)
