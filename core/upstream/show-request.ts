import qs from 'qs'
import { StreamedBody } from '../encoding/streamed-body.ts'
import {
  hiddenCredential,
  hideSignature,
  type PlacedCredential,
  type ProviderRequest,
  placeCredential,
} from './authentication.ts'
import { firstPage, hasPages } from './pages/page-plan.ts'
import type { RequestPlan } from './plan.ts'
import { buildRequest } from './request.ts'

/** A provider's request as callers may see it, without the headers that HTTP adds (`Host`, `Content-Length` and the like). */
export interface ShownRequest {
  readonly method: ProviderRequest['method']
  readonly url: string
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, or in base64 if it isn't text; `null`: no body. Stored files appear as their digests. */
  readonly body: string | { readonly base64: string } | null
}

const boundaryForm = /^multipart\/form-data; boundary=(.+)$/

/** Placeholder for the boundary of a multipart body, which is random. */
const anyBoundary = 'boundary'

/** The request with one boundary for all, so that two can be compared. */
export const withoutBoundary = (shown: ShownRequest): ShownRequest => {
  const [, boundary] = boundaryForm.exec(shown.headers['content-type'] ?? '') ?? []
  if (boundary === undefined || shown.body === null) return shown
  const replace = (text: string): string => text.replaceAll(boundary, anyBoundary)
  const headers = { ...shown.headers, 'content-type': replace(shown.headers['content-type'] ?? '') }
  if (typeof shown.body === 'string') return { ...shown, headers, body: replace(shown.body) }
  const bytes = replace(Buffer.from(shown.body.base64, 'base64').toString('latin1'))
  return { ...shown, headers, body: { base64: Buffer.from(bytes, 'latin1').toString('base64') } }
}

/** The URL with a readable placeholder in place of a credential in its query, where it would be percent-encoded. */
const showInQuery = (url: string, hidden: PlacedCredential['query']): string => {
  const [address = '', search] = url.split('?', 2)
  if (search === undefined) return url
  const written = new Map(Object.keys(hidden).map((name) => [qs.stringify({ [name]: hiddenCredential }), name]))
  const members = search.split('&').map((member) => {
    const name = written.get(member)
    return name === undefined ? member : `${qs.stringify({ [name]: '' })}${hiddenCredential}`
  })
  return `${address}?${members.join('&')}`
}

const showBody = (body: ProviderRequest['body']): ShownRequest['body'] => {
  if (body === undefined) return null
  if (typeof body === 'string') return body
  if (body instanceof StreamedBody) return body.describe()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return { base64: Buffer.from(body).toString('base64') }
  }
}

/**
 * The request of a plan (for a list: of its first page), byte for byte as it would be sent, except for the boundary of a multipart body and the
 * credential, which `hiddenCredential` replaces. Throws the errors that sending would throw before anything is sent.
 */
export const showRequest = (plan: RequestPlan): ShownRequest => showPlanned(hasPages(plan) ? firstPage(plan) : plan)

/** Like `showRequest`, but for the plan's very request. */
export const showPlanned = (plan: RequestPlan): ShownRequest => {
  const { auth, credential } = plan
  // Throws TOKEN_MISSING for a credential of another kind.
  placeCredential(auth, credential)
  const hidden = placeCredential(auth, hiddenCredential)
  const built = buildRequest(plan, hidden)
  const { method, url, headers, body } = auth.kind === 'signed' ? hideSignature(auth, credential, built) : built
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded' && typeof body === 'string'
  const shown = isForm ? showInQuery(`?${body}`, hidden.body).slice(1) : showBody(body)
  return { method, url: showInQuery(url, hidden.query), headers, body: shown }
}
