import { createHmac } from 'node:crypto'
import { FetchError, type Fetcher, readPauseMs, redirectStatuses } from '@patchbay/core/fetch'
import type { WebhookRecord } from '@patchbay/core/store'
import { currentMs, secondsOf } from '@patchbay/core/time'

/** The address of events, and the secret that signs them. */
export interface WebhookTarget {
  readonly url: string
  /** 24 to 64 bytes. */
  readonly key: Uint8Array
}

const prefix = 'whsec_'

/** The key in a secret, `whsec_` and base64. Throws TypeError for a text of another form, without the text. */
export const webhookKey = (secret: string): Uint8Array => {
  const key = secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.alloc(0)
  if (key.length < 24 || key.length > 64 || key.toString('base64') !== secret.slice(prefix.length)) {
    throw new TypeError('no webhook secret')
  }
  return key
}

/** The headers of a delivery, by the Standard Webhooks specification (https://www.standardwebhooks.com). */
const buildSignedHeaders = ({ id, payload }: WebhookRecord, key: Uint8Array): Record<string, string> => {
  const timestamp = String(secondsOf(currentMs()))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Patchbay-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/** The outcome of a try. `gone`: the receiver wants no more events. `silent`: it didn't answer at all. */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'failed' | 'gone' | 'silent'; readonly error: string; readonly waitMs: number }

/** The longest name of a host (RFC 1035, section 2.3.4), and its port. */
const longestHost = 261

/** Says where a redirect leads: often the receiver's own host with `www`, or its sign-in (polarsource/polar#7760). */
const describeRedirect = (url: string, status: number, headers: Headers): string => {
  if (!redirectStatuses.has(status)) return ''
  const target = URL.parse(headers.get('location') ?? 'about:blank', url)
  const isNamed = target !== null && /^https?:$/.test(target.protocol)
  return `, a redirect${isNamed ? ` to ${target.host.slice(0, longestHost)}` : ''}, which is not followed`
}

/** The specification asks receivers to answer within 15 to 30 s. */
const answerMs = 15_000
/** Sends an event once. Never rejects; no error holds more of the URL than its host. */
export const sendEvent = async (
  fetcher: Fetcher,
  { url, key }: WebhookTarget,
  event: WebhookRecord,
): Promise<Delivery> => {
  try {
    const { status, headers } = await fetcher({
      url,
      method: 'POST',
      headers: buildSignedHeaders(event, key),
      body: event.payload,
      signal: AbortSignal.timeout(answerMs),
      maxBytes: 0,
      ignoresBody: true,
      redirects: 'answer',
      once: true,
    })
    if (status >= 200 && status < 300) return { outcome: 'delivered' }
    const waitMs = readPauseMs({ status, headers })
    const error = `the receiver answered ${status}${describeRedirect(url, status, headers)}`
    return { outcome: status === 410 ? 'gone' : 'failed', error, waitMs }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const message = error.kind === 'aborted' ? 'the receiver did not answer within 15 seconds' : error.message
    return { outcome: 'silent', error: message, waitMs: 0 }
  }
}
