import { type FormEvent, useId } from 'react'
import { Button } from '../button.tsx'
import { LabelledField } from './field.tsx'
import { readTextField } from './form-modal.tsx'
import { formTexts as t } from './form-texts.ts'
import css from './pattern-list.module.css'

interface Props {
  readonly list: 'allow' | 'deny'
  readonly patterns: readonly string[]
  readonly offered: readonly string[]
  readonly onChange: (patterns: readonly string[]) => void
}

/** The patterns of a policy's list, each with a button that removes it, and a field that adds one. */
export const PatternList = ({ list, patterns, offered, onChange }: Props) => {
  const id = useId()
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const pattern = readTextField(new FormData(event.currentTarget), 'pattern')
    if (pattern === undefined) return
    event.currentTarget.reset()
    if (!patterns.includes(pattern)) onChange([...patterns, pattern])
  }
  return (
    <>
      <ul className={css.patterns}>
        {patterns.map((pattern) => (
          <li key={pattern}>
            <code>{pattern}</code>
            <button
              type="button"
              aria-label={t.patterns.remove(pattern)}
              onClick={() => onChange(patterns.filter((one) => one !== pattern))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {patterns.length === 0 && <p>{t.patterns.nothing[list]}</p>}
      <form onSubmit={add} className={css.add}>
        <LabelledField label={t.patterns.field} help={t.patterns.help}>
          {(field) => (
            <input {...field} name="pattern" list={id} maxLength={200} autoComplete="off" spellCheck={false} />
          )}
        </LabelledField>
        <Button type="submit">{t.patterns.addTo[list]}</Button>
        <datalist id={id}>
          {offered.map((pattern) => (
            <option key={pattern} value={pattern} />
          ))}
        </datalist>
      </form>
    </>
  )
}
