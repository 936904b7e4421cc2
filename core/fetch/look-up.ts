import { getServers, setServers } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { inTime } from '../in-time.ts'
import { type Address, isAddress, parseAddress } from './address.ts'
import { FetchError } from './fetch-error.ts'

/** Every address of a host name; rejects or answers none when there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** A name server that says nothing is waited for no longer, however many of them are configured. */
const lookUpMs = 5000
/** A silent name costs no more than memory and a few datagrams, so this is far above what a gateway needs. */
const mostPending = 256
const resolverFile = '/etc/resolv.conf'

/**
 * By `/etc/hosts` and DNS, in c-ares. `getaddrinfo` would take one thread of a small pool for each name, for as long as its
 * name servers are silent, and file syncs wait for that pool: eight silent names held up every call for 30 s.
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
 * c-ares reads the name servers once. A gateway that has started before its network, or whose host got other name servers
 * since, would never know a name again. Answers whether there are other ones now.
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

/** Bounds a look-up in time, and how many are under way. Rejects with FetchError `unresolved`, and with nothing else. */
export const createBoundedLookUp = (resolve: Resolve): Resolve => {
  let pending = 0
  return async (hostname) => {
    if (pending >= mostPending)
      throw new FetchError('unresolved', `too many names are being looked up beside ${hostname}`)
    pending++
    // Not before it has ended, as it goes on when nobody waits for it any more.
    const found = resolve(hostname).finally(() => pending--)
    // An unknown name and an unreachable name server give the same error codes, so the reason is not reported.
    const none = found.catch((): string[] => [])
    return inTime(none, lookUpMs, () => new FetchError('unresolved', `the name ${hostname} was not resolved in time`))
  }
}

/** The addresses of a host as a URL spells it. Rejects with FetchError `unresolved` where there is none. */
export const addressesOf = async (hostname: string, resolve: Resolve): Promise<readonly Address[]> => {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isAddress(literal)) return [parseAddress(literal)]
  const distinct = [...new Set(await resolve(hostname))].filter(isAddress).map(parseAddress)
  if (distinct.length === 0) throw new FetchError('unresolved', `the name ${hostname} has no address`)
  return distinct
}
