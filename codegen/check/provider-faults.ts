import { type AnyProvider, type Auth, reservedHeaders } from '@patchbay/core/provider'
import { originFaults } from './origin-faults.ts'
import { settingFaults } from './setting-faults.ts'

/** The domain's name in paths and tools. */
const providerId = /^[a-z][a-z0-9-]{0,23}$/

/** RFC 9110, section 5.1. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** What is wrong with a provider, apart from its actions. */
export const providerFaults = (provider: AnyProvider): string[] => [
  ...idFaults(provider.id),
  ...(isText(provider.title) ? [] : ['the title is empty: write the vendor and product, e.g. "HubSpot CRM"']),
  ...originFaults(provider),
  ...Object.entries(provider.settings ?? {}).flatMap(([name, schema]) => settingFaults(name, schema)),
  ...authFaults(provider.auth),
  ...Object.entries(provider.headers ?? {}).flatMap(([name, value]) => headerFaults(name, value)),
  ...(Object.keys(provider.actions).length > 0 ? [] : ['it has no actions: write at least one read']),
]

/** What is wrong with a domain's id. */
export const idFaults = (id: string): string[] => {
  if (id === 'unknown') return ['the id "unknown" is what the audit log calls domains that are not registered']
  return providerId.test(id) ? [] : [`the id ${JSON.stringify(id)} doesn't match ${providerId.source}`]
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** What is wrong with a header that a plugin sets on its calls. */
export const headerFaults = (name: string, value: string): string[] => {
  if (!headerName.test(name)) return [`${JSON.stringify(name)} is no header name`]
  if ((reservedHeaders as readonly string[]).includes(name.toLowerCase())) {
    return [`the header ${name} is written by core: describe credentials under \`auth\``]
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header value must not hold
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? [`the header ${name} has a control character in its value`]
    : []
}

const authFaults = (auth: Auth): string[] => {
  switch (auth.kind) {
    case 'oauth2':
      return (['authorize', 'token'] as const).flatMap((name) => urlFaults(name, auth[name]))
    case 'apiKey':
      if (auth.query !== undefined) return isText(auth.query) ? [] : ['auth.query is empty: name the query parameter']
      if (auth.cookie !== undefined)
        return headerName.test(auth.cookie) ? [] : [`auth.cookie ${JSON.stringify(auth.cookie)} is no cookie name`]
      return headerName.test(auth.header) ? [] : [`auth.header ${JSON.stringify(auth.header)} is no header name`]
    case 'basic':
    case 'none':
      return []
    default:
      return ['auth is of no known kind: use oauth2(...), apiKey(...), basic(...) or none()']
  }
}

const urlFaults = (name: string, url: string): string[] =>
  URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).username === ''
    ? []
    : [`auth.${name} ${JSON.stringify(url)} is no https URL`]
