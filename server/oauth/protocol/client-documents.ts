import { setTimeout as sleep } from 'node:timers/promises'
import { type AdmissionLimits, toNetwork } from '@patchbay/core/admission'
import { describeThrown } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import type { NewOAuthClient } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { parseStrictJson } from '../../http/read/strict-json.ts'
import { checkClientMetadata } from './client-metadata.ts'
import { createTurns } from './fetch-turns.ts'
import { OAuthError } from './oauth-error.ts'

/** Clients whose id is the URL of their metadata document (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientDocuments {
  /** Throws `invalid_client` when there is no usable document at the URL; RATE_LIMITED; UNAVAILABLE. */
  find(url: string, ip: string): Promise<NewOAuthClient>
}

const maxBytes = 10_240
const timeoutMs = 5000
/** Longer than a name server on the same network needs, so that the time of a refusal doesn't show which inner names exist. */
const leastRefusalMs = 500
const minCacheSeconds = 60
const maxCacheSeconds = 24 * 3600

const refuse = (why: string): OAuthError => new OAuthError('invalid_client', `The client_id ${why}`, 400)

const unusable =
  `does not lead to a usable client metadata document: JSON of at most ${maxBytes} bytes at a public https URL, ` +
  'without a redirect, with that URL as its client_id, with redirect_uris and without a client secret. ' +
  'Where the gateway cannot reach the internet, its operator can set CLIENT_METADATA=off; clients then register instead'

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

const parseClientDocument = (url: string, document: Readonly<Record<string, unknown>>): NewOAuthClient => {
  if (document.client_id !== url) throw refuse('is not the one that its document names')
  const metadata = checkClientMetadata(document, 'none')
  // Section 4.1: such a client and the server share no secret.
  if (metadata.auth_method !== 'none') throw refuse('has a document that asks for a client secret')
  return { client_id: url, source: 'document', ...metadata, secret_hash: null }
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

/** For a gateway that can't reach the internet: no URL is looked up, and the client is told what to do. */
export const noClientDocuments: ClientDocuments = {
  find: () =>
    Promise.reject(
      refuse('is a URL, and this gateway does not read client metadata documents; register at /oauth/register instead'),
    ),
}

export const createClientDocuments = (
  { fetcher, onUnusable }: DocumentAccess,
  limits: AdmissionLimits,
): ClientDocuments => {
  const cache = new LRUCache<string, NewOAuthClient>({ max: 1000, ttl: 1, ttlResolution: 0 })
  const fetching = createShared<NewOAuthClient>()
  const waiting = createShared<NewOAuthClient>()
  const turns = createTurns()

  const load = async (url: string): Promise<NewOAuthClient> => {
    const headers = { accept: 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetcher({ url, method: 'GET', headers, signal, maxBytes, redirects: 'none' })
    if (answer.status !== 200) throw refuse(`is a URL that answers ${answer.status} instead of a document`)
    if (!/^application\/([a-z0-9.-]+\+)?json\b/i.test(answer.headers.get('content-type') ?? '')) {
      throw refuse('is a URL that does not answer JSON')
    }
    const client = parseClientDocument(url, parseStrictJson(new TextDecoder().decode(answer.bytes)))
    cache.set(url, client, { ttl: readMaxAge(answer.headers) * 1000 })
    return client
  }

  /** Every failure gives the same answer after the same time: the caller must not learn what is at the URL. */
  const loadOrRefuse = async (url: string): Promise<NewOAuthClient> => {
    const refusedAt = performance.now() + leastRefusalMs
    try {
      return await load(url)
    } catch (thrown) {
      onUnusable(url, describeThrown(thrown))
      await sleep(Math.max(0, refusedAt - performance.now()))
      throw refuse(unusable)
    }
  }

  /** All callers share one fetch of a document. Each network waits for its own turn, so that none delays another. */
  const loadOnce = (url: string, ip: string): Promise<NewOAuthClient> => {
    const network = toNetwork(ip)
    const fetchOnce = async () => cache.get(url) ?? fetching.join(url, () => loadOrRefuse(url))
    return fetching.get(url) ?? waiting.join(`${network} ${url}`, () => turns(network, fetchOnce))
  }

  return {
    async find(url, ip) {
      checkUrl(url)
      if (!cache.has(url)) await limits.clientDocument(ip)
      // Another request may have fetched it while this one was counted.
      return cache.get(url) ?? loadOnce(url, ip)
    },
  }
}
