import { setTimeout as sleep } from 'node:timers/promises'
import { type AdmissionLimits, toNetwork } from '@patchbay/core/admission'
import { describeThrown, GatewayError } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import type { NewOAuthClient } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { parseStrictJson } from '../../http/read/strict-json.ts'
import { type ClientDocument, type ClientKeys, parseClientDocument } from './client-document.ts'
import { createTurns } from './fetch-turns.ts'
import { OAuthError } from './oauth-error.ts'

/** Clients whose id is the URL of their metadata document (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientDocuments {
  /** Throws `invalid_client` when there is no usable document at the URL; RATE_LIMITED; UNAVAILABLE. */
  find(url: string, ip: string): Promise<NewOAuthClient>
  /** The keys that the document names. Throws `invalid_client` where it isn't usable any more; RATE_LIMITED; UNAVAILABLE. */
  findKeys(url: string, ip: string): Promise<ClientKeys | undefined>
}

const maxBytes = 10_240
const timeoutMs = 5000
/** Longer than a name server on the same network needs, so that the time of a refusal doesn't show which inner names exist. */
const leastRefusalMs = 500
const minCacheSeconds = 60
const maxCacheSeconds = 24 * 3600

const refuse = (why: string): OAuthError => new OAuthError('invalid_client', `The client_id ${why}`, 400)

const unusable = 'does not lead to a usable client metadata document:'
const unread =
  `${unusable} JSON of at most ${maxBytes} bytes at a public https URL, ` +
  'without a redirect, with that URL as its client_id, with redirect_uris and without a client secret. ' +
  'Where the gateway cannot reach the internet, its operator can set CLIENT_METADATA=off; clients then register instead'

/** The document couldn't be read, which says nothing about its content. */
class UnreadDocument extends OAuthError {}

/** True if a client id is a URL. The fetcher refuses plain http, except to loopback during development. */
export const isDocumentUrl = (clientId: string): boolean => /^https?:\/\//i.test(clientId)

/** The draft's rules for the URL itself (section 3); URLs are compared as text. */
const checkUrl = (text: string): void => {
  const url = URL.parse(text)
  if (!url || url.href !== text) throw refuse('is not a URL in its normal spelling')
  if (url.hash || text.includes('#')) throw refuse('must not have a fragment')
  if (url.username || url.password) throw refuse('must not hold credentials')
  if (url.pathname === '/') throw refuse('must have a path')
}

/** RFC 9111, section 5.2.2.1, within our bounds. */
const readMaxAge = (headers: Headers): number => {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? []
  return Math.min(maxCacheSeconds, Math.max(minCacheSeconds, Number(seconds ?? 0)))
}

/** Callers that ask for the same key while work is under way share its result. */
const createShared = <T>() => {
  const underWay = new Map<string, Promise<T>>()
  return {
    get: (key: string): Promise<T> | undefined => underWay.get(key),
    join(key: string, begin: () => Promise<T>): Promise<T> {
      const shared = underWay.get(key) ?? begin().finally(() => underWay.delete(key))
      underWay.set(key, shared)
      return shared
    },
  }
}

export interface DocumentAccess {
  /** Reaches public addresses only, as strangers choose the URLs. */
  readonly fetcher: Fetcher
  /** Called with the reason why a document can't be used. The reason is for the log; the caller doesn't learn it. */
  readonly onUnusable: (url: string, reason: string) => void
}

const refuseUrl = () =>
  Promise.reject(
    refuse('is a URL, and this gateway does not read client metadata documents; register at /oauth/register instead'),
  )

/** For a gateway that can't reach the internet: no URL is looked up, and the client learns what to do. */
export const noClientDocuments: ClientDocuments = { find: refuseUrl, findKeys: refuseUrl }

interface DocumentParts {
  readonly documents: DocumentAccess
  readonly limits: AdmissionLimits
  readonly redirectSchemes: readonly string[]
}

export const createClientDocuments = ({
  documents: { fetcher, onUnusable },
  limits,
  redirectSchemes,
}: DocumentParts): ClientDocuments => {
  const cache = new LRUCache<string, ClientDocument>({ max: 1000, ttl: 1, ttlResolution: 0 })
  const fetching = createShared<ClientDocument>()
  const waiting = createShared<ClientDocument>()
  const turns = createTurns()

  const load = async (url: string): Promise<ClientDocument> => {
    const headers = { accept: 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetcher({ url, method: 'GET', headers, signal, maxBytes, redirects: 'none' })
    if (answer.status !== 200) throw new Error(`it answers ${answer.status} instead of a document`)
    if (!/^application\/([a-z0-9.-]+\+)?json\b/i.test(answer.headers.get('content-type') ?? '')) {
      throw new Error('it does not answer JSON')
    }
    const content = parseStrictJson(new TextDecoder().decode(answer.bytes))
    const document = parseClientDocument(url, content, redirectSchemes)
    cache.set(url, document, { ttl: readMaxAge(answer.headers) * 1000 })
    return document
  }

  /**
   * Every failure to read a document gives the same answer after the same time: the caller must not learn what is at the URL. Only of
   * JSON that was read, at a public address, the caller learns which member is wrong.
   */
  const loadOrRefuse = async (url: string): Promise<ClientDocument> => {
    const refusedAt = performance.now() + leastRefusalMs
    try {
      return await load(url)
    } catch (thrown) {
      onUnusable(url, describeThrown(thrown))
      if (thrown instanceof OAuthError) throw refuse(`${unusable} ${thrown.message}`)
      await sleep(Math.max(0, refusedAt - performance.now()))
      throw new UnreadDocument('invalid_client', `The client_id ${unread}`, 400)
    }
  }

  /** All callers share one fetch of a document. Each network waits for its own turn, so that none delays another. */
  const loadOnce = (url: string, ip: string): Promise<ClientDocument> => {
    const network = toNetwork(ip)
    const fetchOnce = async () => cache.get(url) ?? fetching.join(url, () => loadOrRefuse(url))
    return fetching.get(url) ?? waiting.join(`${network} ${url}`, () => turns(network, fetchOnce))
  }

  const findDocument = async (url: string, ip: string): Promise<ClientDocument> => {
    checkUrl(url)
    if (!cache.has(url)) await limits.clientDocument(ip)
    // Another request may have fetched it while this one was counted.
    return cache.get(url) ?? loadOnce(url, ip)
  }

  return {
    find: async (url, ip) => (await findDocument(url, ip)).client,
    async findKeys(url, ip) {
      try {
        return (await findDocument(url, ip)).keys
      } catch (thrown) {
        // A client that is let in already must not be told to register again because its site is down.
        if (!(thrown instanceof UnreadDocument)) throw thrown
        throw new GatewayError('UNAVAILABLE', 'The client metadata document can not be read at the moment; try again', {
          retryAfter: 5,
        })
      }
    },
  }
}
