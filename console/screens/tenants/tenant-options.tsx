/** The options of a tenant: the label and control of each, and how a form with them is read. */
import { CheckField } from '../../parts/form/check-field.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { readNumberField } from '../../parts/form/form-modal.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { words } from '../../words.ts'

export type TenantOptionFields = ApiSchemas['Tenant']['options']

interface Texts {
  readonly label: string
  readonly help?: string
  /** The section that shows it. Options of the policy have their own page, which tries them on past calls. */
  readonly section: OptionSection
}

export type OptionSection = 'mcp' | 'limits' | 'policy'

interface Box extends Texts {
  readonly control: 'box'
  readonly isOnByDefault?: true
}

interface NumberInput extends Texts {
  readonly control: 'number'
  readonly min: number
  readonly max?: number
}

/** A text area with one word per line. */
interface Lines extends Texts {
  readonly control: 'lines'
}

interface Choice<Value extends string = string> extends Texts {
  readonly control: 'choice'
  /** A member for each value, in the order of the list. */
  readonly values: Readonly<Record<Value, true>>
}

/** The control that fits the type of a value. */
type ControlOf<Value> = [Value] extends [boolean]
  ? Box
  : [Value] extends [number]
    ? NumberInput
    : [Value] extends [string]
      ? Choice<Value>
      : Lines

/** One control per option of the admin API. A missing option, or a control that doesn't fit its type, doesn't compile. */
type Controls = { readonly [Name in keyof Required<TenantOptionFields>]: ControlOf<Required<TenantOptionFields>[Name]> }

const controls: Controls = {
  tools: {
    section: 'mcp',
    control: 'choice',
    values: { auto: true, domains: true, effects: true, actions: true, search: true, code: true },
    label: 'Tools that clients see',
    help: 'One per provider (domains), two per provider for reads and writes (effects), one per action (actions), four that find and call actions (search), or four that find actions and run code (code). With auto it is domains up to five providers, and search beyond.',
  },
  max_result_bytes: {
    section: 'mcp',
    control: 'number',
    min: 1024,
    max: 10_485_760,
    label: 'Largest result (bytes)',
    help: 'A larger result is delivered in parts. Leave empty to use the known limit of the client.',
  },
  calls_per_minute: {
    section: 'limits',
    control: 'number',
    min: 1,
    label: words.callsPerMinute,
    help: 'For all tokens of the tenant together. Leave empty for no limit.',
  },
  refuse_duplicates: {
    section: 'limits',
    control: 'number',
    min: 0,
    max: 3600,
    label: 'Refuse equal writes for (seconds)',
    help: 'After a write, the same write of the same token is refused for so long, unless it says that it is a repeat. Leave empty to send it.',
  },
  approval_hours: {
    section: 'limits',
    control: 'number',
    min: 1,
    max: 168,
    label: 'Hours that a call waits for a decision',
    help: 'Leave empty for 24.',
  },
  approvals_needed: {
    section: 'limits',
    control: 'number',
    min: 1,
    max: 3,
    label: 'People who must approve',
    help: 'Leave empty for one. A single refusal is enough to refuse.',
  },
  self_connect: {
    section: 'limits',
    control: 'box',
    label: 'Callers may connect accounts',
    help: 'An error about an account without a working credential carries a link that connects it.',
  },
  code: {
    section: 'limits',
    control: 'box',
    isOnByDefault: true,
    label: 'Callers may run code',
    help: 'Code that calls several actions, by the tools run_read and run_code.',
  },
  keep_failed: {
    section: 'limits',
    control: 'box',
    label: 'Keep what failed calls sent',
    help: 'Request and answer of failed calls, without credentials, for 24 hours. They may hold personal data.',
  },
  allow_raw: {
    section: 'limits',
    control: 'box',
    label: 'Callers may send raw requests',
    help: 'Any request to a provider, beyond its actions.',
  },
  allow: { section: 'policy', control: 'lines', label: words.allow },
  deny: { section: 'policy', control: 'lines', label: words.deny },
  ask: { section: 'policy', control: 'lines', label: words.ask },
}

type Control = Controls[keyof Controls]

interface FieldProps<C extends Control> {
  readonly name: string
  readonly control: C
  readonly value: unknown
}

const readBox = ({ isOnByDefault }: Box, value: unknown): boolean =>
  typeof value === 'boolean' ? value : isOnByDefault === true

const OptionField = ({ name, control, value }: FieldProps<Control>) => {
  const { label, help } = control
  if (control.control === 'box')
    return <CheckField name={name} label={label} help={help} defaultChecked={readBox(control, value)} />
  return (
    <LabelledField label={label} {...(help !== undefined && { help })}>
      {(field) => {
        if (control.control === 'number') {
          const { min, max } = control
          return (
            <input
              {...field}
              name={name}
              type="number"
              min={min}
              max={max}
              defaultValue={value as number | undefined}
            />
          )
        }
        if (control.control === 'choice') {
          return (
            <select {...field} name={name} defaultValue={value as string}>
              {Object.keys(control.values).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )
        }
        return <code {...field}>{(value as string[] | undefined)?.join(' ')}</code>
      }}
    </LabelledField>
  )
}

interface Props {
  readonly options: TenantOptionFields
  readonly section: OptionSection
}

export const OptionFields = ({ options, section }: Props) =>
  Object.entries(controls)
    .filter(([, control]) => control.section === section)
    .map(([name, control]) => (
      <OptionField key={name} name={name} control={control} value={options[name as keyof TenantOptionFields]} />
    ))

const readOption = (form: FormData, name: string, control: Control, before: unknown): unknown => {
  switch (control.control) {
    // A tenant that never had the option doesn't get its default.
    case 'box': {
      const isOn = form.get(name) === 'on'
      return before === undefined && isOn === readBox(control, before) ? undefined : isOn
    }
    case 'number':
      return readNumberField(form, name)
    case 'choice':
      return Object.keys(control.values).find((one) => one === form.get(name)) ?? before
    case 'lines':
      return before
  }
}

/** The options as the form says. Options that this console doesn't know stay unchanged. */
export const readOptions = (form: FormData, before: TenantOptionFields): TenantOptionFields => {
  const known = Object.entries(controls).map(([name, control]) => [
    name,
    readOption(form, name, control, before[name as keyof TenantOptionFields]),
  ])
  const options = { ...before, ...Object.fromEntries(known) }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as TenantOptionFields
}
