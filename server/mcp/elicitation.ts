import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server'
import { readSession } from './client-name.ts'

type JsonMembers = Readonly<Record<string, unknown>>

/** A request that a person open an address before the tool can work. */
export interface Elicitation {
  readonly message: string
  readonly url: string
  /** The approval that the client names when it sends the call again. */
  readonly approvalId?: string
}

/**
 * The form of such a request: `input`, a result of the current era; `error`, the error of revision 2025-11-25; `undefined`:
 * the client declared no support, and gets the tool's error.
 */
export type ElicitationForm = 'input' | 'error' | undefined

const takesUrls = (capabilities: unknown): boolean => {
  const { elicitation } = Object(capabilities) as { readonly elicitation?: unknown }
  const { url } = Object(elicitation) as { readonly url?: unknown }
  return typeof url === 'object' && url !== null
}

/** In the older era only `initialize` has the capabilities, so the session's id carries them. */
export const declaresUrls = (params: unknown): boolean => {
  const { capabilities, protocolVersion } = Object(params) as JsonMembers
  return takesUrls(capabilities) && typeof protocolVersion === 'string' && protocolVersion >= '2025-11-25'
}

/**
 * A client that was asked before sends its user's answer along. It then gets the tool's own answer, so that a call can't loop.
 */
export const elicitationForm = (headers: Headers, message: unknown): ElicitationForm => {
  const { params } = Object(message) as { readonly params?: unknown }
  const { _meta: meta, inputResponses } = Object(params) as JsonMembers
  const capabilities: unknown = Object(meta)[CLIENT_CAPABILITIES_META_KEY]
  if (capabilities !== undefined) return takesUrls(capabilities) && inputResponses === undefined ? 'input' : undefined
  return readSession(headers)?.takesUrls ? 'error' : undefined
}

/** The result of the current era: the client asks its user, and sends the call again. */
export const elicitationResult = ({ message, url, approvalId }: Elicitation): InputRequiredResult => {
  const request = inputRequired.elicitUrl({ message, url })
  return approvalId === undefined
    ? inputRequired({ inputRequests: { connect: request } })
    : inputRequired({ inputRequests: { approve: request }, requestState: approvalId })
}

/** The approval about which the client had its user asked; what it sends again is that call, and no other one. */
export const readAskedApproval = (message: unknown): string | undefined => {
  const { params } = Object(message) as { readonly params?: unknown }
  const { requestState } = Object(params) as JsonMembers
  return typeof requestState === 'string' ? requestState : undefined
}

/** The error of revision 2025-11-25. */
export const elicitationError = ({ message, url }: Elicitation): UrlElicitationRequiredError =>
  new UrlElicitationRequiredError([{ mode: 'url', message, url, elicitationId: crypto.randomUUID() }], message)
