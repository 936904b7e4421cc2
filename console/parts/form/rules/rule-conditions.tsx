import { useState } from 'react'
import { LabelledField } from '../field.tsx'
import { formTexts as t } from '../form-texts.ts'
import { type PolicyRule, patternOf } from './policy-rule.ts'
import { buildRule, type RuleFields, readRuleFields } from './rule-fields.ts'

type List = 'allow' | 'deny' | 'ask'

const shared = ['domains', 'recipients', 'destinations', 'currency', 'maximum', 'where'] as const
/** The conditions that rules of each list may have. */
const fieldsOf: Readonly<Record<List, readonly (keyof RuleFields)[]>> = {
  allow: ['hour', 'day', ...shared],
  deny: shared,
  ask: ['except', ...shared],
}

/** The conditions of one rule: recipients, amounts, counts, exceptions and parameters. The rule changes with each field. */
export const RuleConditions = ({
  list,
  rule,
  onChange,
}: {
  readonly list: List
  readonly rule: PolicyRule
  readonly onChange: (rule: PolicyRule) => void
}) => {
  // The typed texts, which may not be values yet.
  const [fields, setFields] = useState(() => readRuleFields(rule))
  const change = (name: keyof RuleFields, value: string) => {
    const next = { ...fields, [name]: value }
    setFields(next)
    onChange(buildRule(rule, next))
  }
  return (
    <details>
      <summary>{t.conditions.of(patternOf(rule))}</summary>
      {fieldsOf[list].map((name) => (
        <LabelledField key={name} label={t.conditions.fields[name]} help={t.conditions.help[name]}>
          {(field) => (
            <input
              {...field}
              value={fields[name]}
              autoComplete="off"
              spellCheck={false}
              inputMode={name === 'hour' || name === 'day' ? 'numeric' : undefined}
              onChange={({ target }) => change(name, target.value)}
            />
          )}
        </LabelledField>
      ))}
    </details>
  )
}
