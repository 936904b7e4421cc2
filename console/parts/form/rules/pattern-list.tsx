import { type FormEvent, useId, useRef } from 'react'
import { afterPointer } from '../../../state/after-pointer.ts'
import { Button, IconButton } from '../../button.tsx'
import { X } from '../../inline/shapes.ts'
import { LabelledField } from '../field.tsx'
import { formTexts as t } from '../form-texts.ts'
import css from './pattern-list.module.css'
import { type PolicyRule, patternOf, ruleKey } from './policy-rule.ts'
import { RuleConditions } from './rule-conditions.tsx'

interface Props<Rule extends PolicyRule> {
  readonly list: 'allow' | 'deny' | 'ask'
  readonly rules: readonly Rule[]
  readonly offered: readonly string[]
  readonly onChange: (rules: readonly (Rule | string)[]) => void
}

/** Identifies the form of each rule: its text is another one with each change of its conditions. */
const listFormKeys = (rules: readonly PolicyRule[]): readonly string[] => {
  const patterns = rules.map(patternOf)
  return patterns.map(
    (pattern, index) => `${pattern} ${patterns.slice(0, index).filter((other) => other === pattern).length}`,
  )
}

/** The rules of a policy's list, each with a button that removes it, and a field that adds one. */
export const PatternList = <Rule extends PolicyRule>({ list, rules, offered, onChange }: Props<Rule>) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const add = (event?: FormEvent) => {
    event?.preventDefault()
    const pattern = input.current?.value.trim() ?? ''
    if (pattern === '' || !input.current) return
    input.current.value = ''
    if (!rules.some((rule) => rule === pattern)) onChange([...rules, pattern])
  }
  const keys = listFormKeys(rules)
  return (
    <>
      <ul className={css.patterns}>
        {rules.map((rule) => (
          <li key={ruleKey(rule)}>
            <code>{ruleKey(rule)}</code>
            <IconButton
              label={t.patterns.remove(patternOf(rule))}
              icon={X}
              onClick={() => onChange(rules.filter((one) => one !== rule))}
            />
          </li>
        ))}
      </ul>
      {rules.map((rule, index) => (
        <RuleConditions
          key={keys[index]}
          list={list}
          rule={rule}
          onChange={(next) => onChange(rules.with(index, next as Rule))}
        />
      ))}
      {rules.length === 0 && <p className="quiet">{t.patterns.nothing[list]}</p>}
      <form onSubmit={add} className={css.add}>
        <LabelledField label={t.patterns.field[list]} help={t.patterns.help[list]}>
          {(field) => (
            <span className={css.line}>
              <input
                {...field}
                ref={input}
                list={id}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                // The typed text counts, whether or not the button is used.
                onBlur={() => afterPointer(add)}
              />
              <Button type="submit">{t.patterns.addTo[list]}</Button>
            </span>
          )}
        </LabelledField>
        <datalist id={id}>
          {offered.map((pattern) => (
            <option key={pattern} value={pattern} />
          ))}
        </datalist>
      </form>
    </>
  )
}
