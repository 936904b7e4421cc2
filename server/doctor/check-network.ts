import { connect } from 'node:tls'
import { createFetcher, FetchError, type Fetcher, parseAllowedHosts, resolveByCares } from '@patchbay/core/fetch'
import type { Domain } from '@patchbay/core/schema'
import type { Configuration } from '../configuration/configuration.ts'
import { createReporter, type DoctorFinding } from './check.ts'

const patienceMs = 10_000
const [clockWarningMs, clockFaultMs] = [5000, 60_000]
const soonDays = 14
const dayMs = 86_400_000

/** A provider, and where its calls go; an origin that is made of an account's settings has no host of its own. */
const listOrigins = ({ provider: { id, origin } }: Domain, { providerOrigins }: Configuration) => {
  const used = providerOrigins[id] ?? origin
  return typeof used === 'string' ? [{ id, origin: used }] : []
}

type Vendor = ReturnType<typeof listOrigins>[number]

const checkName = async (host: string): Promise<DoctorFinding | undefined> => {
  if (/^[\d.]+$|:/.test(host)) return undefined
  const report = createReporter('dns')
  const startedAt = performance.now()
  try {
    const addresses = await resolveByCares(host)
    if (addresses.length === 0) throw new Error('none')
    return report.ok(`${host}: ${addresses.length} addresses in ${Math.round(performance.now() - startedAt)} ms`)
  } catch {
    return report.fault(`${host} has no address`, 'check /etc/resolv.conf, and the name')
  }
}

/** If no name has an address, this machine's DNS fails, which is reported once. */
const mergeNameFaults = (names: readonly DoctorFinding[]): readonly DoctorFinding[] => {
  if (names.length < 2 || names.some(({ result }) => result !== 'fault')) return names
  const advice = 'check /etc/resolv.conf, and whether this machine reaches its name servers'
  return [createReporter('dns').fault(`none of ${names.length} names has an address`, advice)]
}

interface Reached {
  readonly finding: DoctorFinding
  /** The time by which the vendor's clock is ahead of this one. */
  readonly skewMs?: number
}

const adviceFor: Readonly<Partial<Record<FetchError['kind'], string>>> = {
  untrusted: 'NODE_EXTRA_CA_CERTS may name the authority of a proxy that opens TLS',
  'refused-address': 'a private address needs ALLOWED_PRIVATE_HOSTS',
  insecure: 'plain http needs ALLOWED_PRIVATE_HOSTS',
  unresolved: 'check the DNS of this machine',
  unreachable: 'check the firewall, and OUTGOING_PROXY',
}

/** Any HTTP answer will do: the request has no credential. */
const reach = async (fetcher: Fetcher, { id, origin }: Vendor): Promise<Reached> => {
  const report = createReporter(`vendor ${id}`)
  const startedAt = performance.now()
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const request = {
      url: `${origin}/`,
      method: 'GET',
      headers: {},
      signal,
      maxBytes: 2 ** 24,
      redirects: 'answer',
    } as const
    const { status, headers } = await fetcher(request)
    const date = Date.parse(headers.get('date') ?? '')
    const finding = report.ok(`${origin} answers ${status} in ${Math.round(performance.now() - startedAt)} ms`)
    return Number.isNaN(date) ? { finding } : { finding, skewMs: date - Date.now() }
  } catch (error) {
    const { kind, message } = error instanceof FetchError ? error : new FetchError('broken', 'no answer')
    return { finding: report.fault(`${origin}: ${message}`, adviceFor[kind]) }
  }
}

/** Compares this clock with the median of the vendors' clocks, because one of them may be wrong. HTTP dates have whole seconds. */
const checkClock = (skews: readonly number[]): DoctorFinding => {
  const report = createReporter('clock')
  const middle = skews.toSorted((a, b) => a - b)[Math.floor(skews.length / 2)]
  if (middle === undefined) return report.warning('no vendor reported the time', 'check that NTP sets the clock')
  const off = Math.max(0, Math.abs(middle) - 1000)
  const detail = `${(off / 1000).toFixed(0)} s off the clocks of ${skews.length} vendors`
  const advice = 'let NTP set the clock: signatures, tokens and expiries depend on it'
  if (off > clockFaultMs) return report.fault(detail, advice)
  return off > clockWarningMs ? report.warning(detail, advice) : report.ok(detail)
}

/** The last day of the certificate that clients of BASE_URL see; other faults of it as well. */
const checkCertificate = ({ hostname, port }: URL): Promise<DoctorFinding> => {
  const report = createReporter('certificate')
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: patienceMs })
    const finish = (finding: DoctorFinding): void => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayMs)
      const detail = `that of ${hostname} is valid for ${days} days`
      finish(days < soonDays ? report.warning(detail, 'renew it') : report.ok(detail))
    })
    socket.once('timeout', () => finish(report.fault(`${hostname} does not answer`, 'check BASE_URL and its proxy')))
    socket.once('error', ({ message }) =>
      finish(report.fault(`${hostname}: ${message}`, 'check BASE_URL and its certificate')),
    )
  })
}

/** The names, vendors and certificates that a gateway with this configuration depends on. */
export const checkNetwork = async (
  configuration: Configuration,
  domains: readonly Domain[],
): Promise<readonly DoctorFinding[]> => {
  const { allowedPrivateHosts, providerOrigins, outgoingProxy, baseUrl } = configuration
  const fetcher = createFetcher({
    allowed: parseAllowedHosts(allowedPrivateHosts, Object.values(providerOrigins)),
    proxy: outgoingProxy,
  })
  const vendors = domains.flatMap((domain) => listOrigins(domain, configuration))
  // Behind a proxy it is the proxy that looks names up.
  const hosts = outgoingProxy === null ? vendors.map(({ origin }) => new URL(origin).hostname) : []
  const names = (await Promise.all([...new Set(hosts)].map(checkName))).filter((finding) => finding !== undefined)
  // A vendor without an address can't be checked further.
  const unknown = names.flatMap(({ result, detail }) => (result === 'fault' ? (detail.split(' ')[0] ?? []) : []))
  const named = vendors.filter(({ origin }) => !unknown.includes(new URL(origin).hostname))
  const reached = await Promise.all(named.map((vendor) => reach(fetcher, vendor)))
  const base = baseUrl?.startsWith('https:') ? [await checkCertificate(new URL(baseUrl))] : []
  return [
    ...mergeNameFaults(names),
    ...reached.map(({ finding }) => finding),
    checkClock(reached.flatMap(({ skewMs }) => skewMs ?? [])),
    ...base,
  ]
}

/** True if the proxy accepts connections. The requests to vendors show what it lets through. */
export const checkProxy = async ({ outgoingProxy }: Configuration): Promise<DoctorFinding> => {
  const report = createReporter('proxy')
  if (outgoingProxy === null) return report.ok('none is configured: requests go out directly')
  // Without the user information, which is a secret.
  const { hostname, port } = new URL(outgoingProxy)
  const place = `${hostname}:${port || 80}`
  try {
    const socket = await Bun.connect({ hostname, port: Number(port || 80), socket: { data() {} } })
    socket.end()
    return report.ok(`${place} accepts connections`)
  } catch {
    return report.fault(`${place} does not accept connections`, 'check OUTGOING_PROXY')
  }
}
