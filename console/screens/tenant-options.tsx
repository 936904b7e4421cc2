/** The options of a tenant: the label and control of each, and how a form with them is read. */
import { LabelledField } from '../parts/form/field.tsx'
import { readNumberField, readTextField } from '../parts/form/form-modal.tsx'
import type { ApiSchemas } from '../state/api.ts'
import { words } from '../words.ts'
import css from './tenants/tenant.module.css'

export type TenantOptionFields = ApiSchemas['Tenant']['options']

interface Texts {
  readonly label: string
  readonly help?: string
}

interface Box extends Texts {
  readonly control: 'box'
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
  /** Has a member for each value, in the order of the list. */
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
  calls_per_minute: { control: 'number', min: 1, label: words.callsPerMinute },
  tools: {
    control: 'choice',
    values: { domains: true, effects: true, actions: true, search: true },
    label: 'MCP tools',
    help: 'One tool per provider, two per provider (reads and writes), one per action, or four that find and call actions.',
  },
  max_result_bytes: {
    control: 'number',
    min: 1024,
    max: 10_485_760,
    label: 'Maximum size of an MCP result (bytes)',
    help: 'A larger result is delivered in parts. Leave empty to use the known limit of the client.',
  },
  self_connect: { control: 'box', label: 'Send callers a link to connect an account that has no working credential' },
  allow_raw: { control: 'box', label: 'Allow calls to send any request to a provider (raw)' },
  allow: {
    control: 'lines',
    label: words.allow,
    help: 'One pattern per line, e.g. hubspot:read. Leave empty to allow everything.',
  },
  deny: { control: 'lines', label: words.deny },
}

type Control = Controls[keyof Controls]

const isPolicy = ({ control }: Control): boolean => control === 'lines'

interface FieldProps<C extends Control> {
  readonly name: string
  readonly control: C
  readonly value: unknown
}

const OptionField = ({ name, control, value }: FieldProps<Control>) => {
  const { label, help } = control
  if (control.control === 'box') {
    return (
      <label className={css.box}>
        <input type="checkbox" name={name} defaultChecked={value === true} /> {label}
      </label>
    )
  }
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
        return <textarea {...field} name={name} rows={5} defaultValue={(value as string[] | undefined)?.join('\n')} />
      }}
    </LabelledField>
  )
}

interface Props {
  readonly options: TenantOptionFields
  /** `policies`: the options that decide access; `general`: all others. */
  readonly group: 'general' | 'policies'
}

export const OptionFields = ({ options, group }: Props) =>
  Object.entries(controls)
    .filter(([, control]) => isPolicy(control) === (group === 'policies'))
    .map(([name, control]) => (
      <OptionField key={name} name={name} control={control} value={options[name as keyof TenantOptionFields]} />
    ))

const readOption = (form: FormData, name: string, control: Control, before: unknown): unknown => {
  switch (control.control) {
    // An absent option is off as well: a tenant that never had it gets no `false`.
    case 'box':
      return form.get(name) === 'on' || (before === undefined ? undefined : false)
    case 'number':
      return readNumberField(form, name)
    case 'choice':
      return Object.keys(control.values).find((one) => one === form.get(name)) ?? before
    case 'lines': {
      const lines = (readTextField(form, name) ?? '').split(/\s+/).filter((line) => line !== '')
      return lines.length > 0 ? lines : undefined
    }
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
