import { isDeepStrictEqual } from 'node:util'
import type { AnyVariable } from './variable.ts'
import { type Configuration, variables } from './variables.ts'

/** One variable with the value that the running gateway uses. */
export interface SettingInForce {
  readonly name: string
  readonly meaning: string
  /** The default, for a person. */
  readonly default: string
  /** The value in force; `null`: unset, or a secret. */
  readonly value: unknown
  readonly is_secret: boolean
  /** True if the value differs from the default. */
  readonly is_changed: boolean
}

const shownValue = (variable: AnyVariable, value: unknown): unknown => {
  if (variable.secret || value === null) return null
  // The image itself is of no use to a reader.
  return variable.name === variables.brandLogo.name ? (value as { contentType: string }).contentType : value
}

const isChanged = ({ fallback, read }: AnyVariable, value: unknown): boolean =>
  !isDeepStrictEqual(value, fallback === null ? null : read(fallback))

/** Every variable with its value, in the order of the documentation; never a secret. */
export const configurationInForce = (configuration: Configuration): readonly SettingInForce[] =>
  Object.entries<AnyVariable>(variables).map(([member, variable]) => {
    const value: unknown = Reflect.get(configuration, member)
    return {
      name: variable.name,
      meaning: variable.meaning,
      default: variable.unset ?? variable.fallback ?? 'none',
      value: shownValue(variable, value),
      is_secret: variable.secret === true,
      is_changed: isChanged(variable, value),
    }
  })
