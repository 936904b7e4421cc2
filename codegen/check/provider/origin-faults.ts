import type { AnyProvider } from '@patchbay/core/provider'
import { isPlainOfOperator, noOperatorHosts } from '../../model/operator-hosts.ts'
import { demoProviderId } from '../../model/plugin.ts'
import { plainFaults } from '../faults/value-faults.ts'
import { admitsUpperCase } from './setting-faults.ts'

export const originFaults = ({ id, origin, settings }: AnyProvider, hosts = noOperatorHosts): string[] => {
  // The demo's calls go to the process itself.
  if (id === demoProviderId) return []
  if (origin === undefined)
    return ['the origin is missing: write that of the vendor\'s API, like "https://api.example.com"']
  if (typeof origin === 'string')
    return plainFaults(isPlainOfOperator(origin, hosts) ? origin.replace(/^http:/, 'https:') : origin)
  const { literals, settings: names, instead } = origin
  return [
    ...literalFaults(literals),
    ...names.flatMap((name) => useFaults('origin', name, settings)),
    ...(instead?.settings ?? []).flatMap((name) => useFaults('endpoint origin.instead', name, settings)),
  ]
}

const literalFaults = (literals: readonly string[]): string[] => {
  const [first = '', ...rest] = literals
  if (rest.length === 0) return plainFaults(first)
  const suffix = rest.at(-1) ?? ''
  // A self-hosted product: its host is one setting, and the operator lists the hosts.
  if (first === 'https://' && rest.length === 1 && suffix === '') return []
  if (!/^https:\/\/[a-z0-9.-]*$/.test(first)) return ['the origin must begin with https:// and a host name']
  if (!/^(\.[a-z0-9-]+){2,}$/.test(suffix)) return ['the origin must end with a fixed suffix like ".example.com"']
  return rest.every((literal) => /^[a-z0-9.-]+$/.test(literal))
    ? []
    : ['between the settings of an origin there must be a part of a host name, e.g. a dot or a hyphen']
}

/** The fault of a setting used in a host. */
export const useFaults = (
  member: string,
  name: string,
  settings: NonNullable<AnyProvider['settings']> = {},
): string[] => {
  const schema = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (!schema) return [`the ${member} uses the setting \`${name}\`: declare it under \`settings\``]
  return admitsUpperCase(String(Reflect.get(schema, 'pattern')))
    ? [
        `the setting \`${name}\` is part of the host, but its pattern admits upper case, which host names don't have: write a pattern in lower case`,
      ]
    : []
}
