import type { AnyProvider } from '@patchbay/core/provider'
import { admitsUpperCase } from './setting-faults.ts'

/** What is wrong with a provider's origin. */
export const originFaults = ({ origin, settings }: AnyProvider): string[] => {
  if (origin === undefined)
    return ['the origin is missing: write that of the vendor\'s API, like "https://api.example.com"']
  if (typeof origin === 'string') return plainFaults(origin)
  const { literals, settings: names, instead } = origin
  return [
    ...literalFaults(literals),
    ...names.flatMap((name) => useFaults('origin', name, settings)),
    ...(instead?.settings ?? []).flatMap((name) => useFaults('endpoint origin.instead', name, settings)),
  ]
}

/** What is wrong with an origin that is the same for all accounts. */
export const plainFaults = (origin: string): string[] =>
  origin.startsWith('https://') && URL.canParse(origin) && new URL(origin).origin === origin
    ? []
    : [
        `the origin ${JSON.stringify(origin)} is not of the form https://host, in lower case, without a path or a slash at its end`,
      ]

const literalFaults = (literals: readonly string[]): string[] => {
  const [first = '', ...rest] = literals
  const suffix = rest.at(-1) ?? ''
  // A self-hosted product: its host is one setting, and the operator lists the hosts.
  if (first === 'https://' && rest.length === 1 && suffix === '') return []
  if (!/^https:\/\/[a-z0-9.-]*$/.test(first)) return ['the origin must begin with https:// and go on with a host name']
  if (!/^(\.[a-z0-9-]+){2,}$/.test(suffix)) return ['the origin must end with a fixed suffix like ".example.com"']
  return rest.every((literal) => /^[a-z0-9.-]+$/.test(literal))
    ? []
    : ['between the settings of an origin there must be a part of a host name, e.g. a dot or a hyphen']
}

/** What is wrong with the use of a setting in a host. */
export const useFaults = (
  member: string,
  name: string,
  settings: NonNullable<AnyProvider['settings']> = {},
): string[] => {
  const schema = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (!schema) return [`the ${member} uses the setting \`${name}\`: declare it under \`settings\``]
  return admitsUpperCase(String(Reflect.get(schema, 'pattern')))
    ? [`the setting \`${name}\` is part of the host, but its pattern admits upper case: host names have none`]
    : []
}
