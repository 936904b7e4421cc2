import css from './choice.module.css'

interface Props<Value extends string> {
  /** Read out. */
  readonly label: string
  /** Values with their words, in their order. */
  readonly choices: readonly (readonly [value: Value, text: string])[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of one out of a few values, all of them visible. */
export const ChoiceField = <Value extends string>({ label, choices, value, onChange }: Props<Value>) => (
  <fieldset className={css.choice}>
    <legend className="hidden">{label}</legend>
    {choices.map(([each, text]) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
        {text}
      </button>
    ))}
  </fieldset>
)
