import type { Detail, ErrorCode, ErrorEnvelope, GatewayError } from '@patchbay/core/errors'
import { writeNextStep } from './next-step.ts'

/** The reader of an error: a `client` words the next step itself, for its user. */
export type ErrorReader = 'caller' | 'administrator' | 'client'

/** The preference (RFC 7240) of a client that takes the next step as data alone: `Prefer: next=data`. */
const dataAlone = /(?:^|,)[ \t]*next[ \t]*=[ \t]*"?data"?[ \t]*(?:[;,]|$)/i

export const wantsDataAlone = (headers: Headers): boolean => dataAlone.test(headers.get('prefer') ?? '')

export const chooseErrorReader = (path: string, headers: Headers): ErrorReader => {
  if (wantsDataAlone(headers)) return 'client'
  return path.startsWith('/admin/') ? 'administrator' : 'caller'
}

/** Faults in headers are for those who wrote them. */
const headerFaults = (details: unknown): readonly string[] =>
  Array.isArray(details)
    ? (details as Detail[]).filter(({ header }) => header !== undefined).map(({ message }) => message)
    : []

/** The address of the page about an error code; `undefined`: this gateway serves no pages. */
export type DocsUrl = (code: ErrorCode) => string | undefined

/** `baseUrl`: the gateway's URL as browsers see it; known once it listens. */
export const createDocsUrl = (hasDocs: boolean, baseUrl: () => string): DocsUrl =>
  hasDocs ? (code) => `${baseUrl()}/docs/errors#${code.toLowerCase()}` : () => undefined

/**
 * The envelope of docs/call-records.md, "Errors". Its sentence includes the next step, except for a client that words the next step itself.
 */
export const errorEnvelope = (
  error: GatewayError,
  requestId: string,
  reader: ErrorReader,
  docsUrl: DocsUrl,
): ErrorEnvelope => {
  const docs_url = docsUrl(error.code)
  const envelope = { ...error.envelope(requestId), ...(docs_url !== undefined && { docs_url }) }
  if (reader === 'client') return envelope
  const { next, details } = error.extras
  const steps = next ? [`${reader === 'caller' ? 'an administrator can ' : ''}${writeNextStep(next)}`] : []
  return { ...envelope, error: [error.message, ...headerFaults(details), ...steps].join('; ') }
}
