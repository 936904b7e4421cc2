import { getServers, setServers } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { inTime } from '../../in-time.ts'
import { FetchError } from '../fetch-error.ts'
import { type Address, isAddress, parseAddress } from './address.ts'

/** Finds every address of a host name. Rejects or returns an empty list if there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** The longest wait for all name servers together. */
const lookUpMs = 5000
/** Far more than a gateway needs: a pending look-up costs only memory and a few datagrams. */
const mostPending = 256
const resolverFile = '/etc/resolv.conf'

/**
 * Looks names up in `/etc/hosts` and DNS with c-ares. `getaddrinfo` would occupy a thread of a small pool for each name while its
 * name servers are silent, and file syncs use the same pool: eight silent names delayed every call by 30 s.
 */
export const resolveByCares: Resolve = async (hostname) => {
  try {
    return await ask(hostname)
  } catch (error) {
    if (!(await readServersAgain())) throw error
    return ask(hostname)
  }
}

const ask: Resolve = async (hostname) =>
  (await Bun.dns.lookup(hostname, { backend: 'c-ares' })).map(({ address }) => address)

/**
 * c-ares reads the name servers once. A gateway that started before its network, or whose host got other name servers since,
 * could never look up a name again. Returns whether the name servers have changed.
 */
const readServersAgain = async (): Promise<boolean> => {
  // Not every system has the file.
  const text = await readFile(resolverFile, 'utf8').catch(() => '')
  const servers = [...text.matchAll(/^nameserver\s+(\S+)/gm)].flatMap(([, server = '']) =>
    isAddress(server) ? parseAddress(server).toString() : [],
  )
  if (servers.length === 0 || servers.join() === getServers().join()) return false
  setServers(servers)
  return true
}

/** Bounds the duration of each look-up and the number of pending ones. Rejects with FetchError `unresolved` only. */
export const createBoundedLookUp = (resolve: Resolve): Resolve => {
  let pending = 0
  return async (hostname) => {
    if (pending >= mostPending)
      throw new FetchError('unresolved', `${hostname} was not looked up: too many other names are being looked up`)
    pending++
    // Counted until the look-up itself ends: it outlasts the wait for it.
    const addresses = resolve(hostname).finally(() => pending--)
    // The reason isn't reported: an unknown name and an unreachable name server give the same error codes.
    const none = addresses.catch((): string[] => [])
    return await inTime(
      none,
      lookUpMs,
      () => new FetchError('unresolved', `the name ${hostname} was not resolved in time`),
    )
  }
}

/** The addresses of a URL's host. Rejects with FetchError `unresolved` if there is none. */
export const resolveAddresses = async (hostname: string, resolve: Resolve): Promise<readonly Address[]> => {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isAddress(literal)) return [parseAddress(literal)]
  const distinct = [...new Set(await resolve(hostname))].filter(isAddress).map(parseAddress)
  if (distinct.length === 0) throw new FetchError('unresolved', `the name ${hostname} has no address`)
  return distinct
}
