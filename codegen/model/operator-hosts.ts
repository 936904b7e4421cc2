import { isListed, parseAllowedHosts } from '@patchbay/core/fetch'

/** The hosts that an operator chose for calls: the gateway's start lets them through, and so do the checks of plugins. */
export interface OperatorHosts {
  /** The ids of providers whose calls go to an origin of the operator's. */
  readonly origins: ReadonlySet<string>
  /** Names of hosts, some with a port. */
  readonly hosts: ReadonlySet<string>
}

export const noOperatorHosts: OperatorHosts = { origins: new Set(), hosts: new Set() }

const readOrigins = (text: string): object => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // Reported below.
  }
  throw new Error(
    'PROVIDER_ORIGINS is not a JSON object of origins by provider, such as {"shop": "http://127.0.0.1:9400"}',
  )
}

/** Reads the operator's hosts from the gateway's environment. Throws Error for an unreadable variable. */
export const readOperatorHosts = (environment: Readonly<Record<string, string | undefined>>): OperatorHosts => ({
  origins: new Set(Object.keys(readOrigins(environment.PROVIDER_ORIGINS || '{}'))),
  hosts: new Set(parseAllowedHosts(environment.ALLOWED_PRIVATE_HOSTS ?? '').hosts),
})

/** True for an address without TLS, of a host that the operator lets calls reach so. */
export const isPlainOfOperator = (address: string, operator: OperatorHosts): boolean => {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && isListed(operator, url.host)
}
