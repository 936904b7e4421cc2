import type { CodeFact, HostFact } from '../vendors/vendor.ts'
import { knownVendors } from '../vendors/vendors.ts'

const hostFacts: readonly HostFact[] = knownVendors.flatMap(({ facts = [] }) => facts)

const isBelow = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

/** The facts of a host; a part of it that each account has of its own is any label. */
export const findHostFact = (host: string): HostFact | undefined =>
  hostFacts.find(({ hosts }) => hosts.some((pattern) => isBelow(host.toLowerCase(), pattern)))

/** The fact about the host at which people sign in. */
export const findSignInFact = (authorize: string): CodeFact | undefined => {
  const host = URL.parse(authorize)?.host
  return host === undefined
    ? undefined
    : hostFacts.find(({ code }) => code !== undefined && URL.parse(code.authorize)?.host === host)?.code
}
