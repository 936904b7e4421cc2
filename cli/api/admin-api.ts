import { withExactJson } from '@patchbay/core/exact-json'
import { showText } from '@patchbay/core/shown-text'
import ipaddr from 'ipaddr.js'
import createClient, { type Client, defaultPathSerializer } from 'openapi-fetch'
import type { components, paths } from '../generated/api.d.ts'
import { calledAs } from '../terminal/called-as.ts'
import { CommandError, type Ending, usageError } from '../terminal/command-error.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { stepLines } from './next-step.ts'

export const defaultUrl = 'http://localhost:3000'

/** The request and response bodies of the admin API, by name. */
export type Schemas = components['schemas']

/** The admin API of a running gateway. Every request throws CommandError for an error response. */
export type AdminApi = Client<paths>

const chooseEnding = ({ status }: Response, code: string): Ending => {
  if (code === 'VALIDATION_ERROR') return 'usage'
  if (status === 401 || status === 403) return 'refused'
  return status === 404 ? 'missing' : 'failed'
}

const listAdvice = (status: number, code: string, url: string): readonly string[] => {
  if (code === 'AUTH_FAILED')
    return [`check that the admin key belongs to the gateway at ${url}; it may have expired or been revoked`]
  if (status === 412) return ['somebody else changed it in the meantime: run the command again']
  return []
}

/** A single detail is already part of the message. */
const detailLines = (details: unknown): readonly string[] =>
  Array.isArray(details) && details.length > 1
    ? details.map(({ path, message }) => showText(`${path || 'the body'}: ${message}`))
    : []

const readRefusal = async (response: Response, url: string): Promise<CommandError> => {
  const text = await response.text()
  let refusal: Schemas['Failure']
  try {
    refusal = JSON.parse(text)
  } catch {
    return new CommandError('unreachable', `${url} answered ${response.status}, but it is not a Patchbay gateway`)
  }
  const { error, code, details, request_id, next } = refusal
  return new CommandError(
    chooseEnding(response, code),
    showText(`${error} (${code}${request_id ? `, request ${request_id}` : ''})`),
    [...detailLines(details), ...stepLines(next), ...listAdvice(response.status, code, url)],
    response.status,
  )
}

/** The URL of a gateway: an origin, without a path. */
export const gatewayUrl = (text: string): string => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw usageError('--url (or PATCHBAY_URL) must be the origin of the gateway, e.g. https://gateway.example.com:8443')
}

/** True if a host, as `URL.hostname` spells it, is this machine (RFC 6761, section 6.3). */
const isThisMachine = (hostname: string): boolean => {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}

/** True if the key would cross a network unencrypted. */
export const isExposed = (url: string): boolean =>
  url.startsWith('http:') && !isThisMachine(URL.parse(url)?.hostname ?? '')

/** The settings of requests that carry a key: no redirects, no proxy from the environment, and only trusted certificates. */
export const straight = { redirect: 'manual', proxy: false as never, tls: { rejectUnauthorized: true } } as const

/** The path of a request. Throws CommandError for a name that URLs don't take for one: with it, another record would be changed. */
const fillPath: typeof defaultPathSerializer = (template, names) => {
  const bad = Object.entries(names).find(([, value]) => value === '.' || value === '..')
  if (bad) throw usageError(`${bad[0]}: must not be ${bad[1]}`)
  return defaultPathSerializer(template, names)
}

/** `wait`: shows that the command waits for an answer. */
export const openAdminApi = (
  url: string,
  key: string,
  wait: Terminal['wait'] = (_what, answer) => answer,
): AdminApi => {
  const send = async (request: Request): Promise<Response> => {
    let response: Response
    try {
      response = await wait(`waiting for ${url}`, fetch(request, straight))
    } catch (error) {
      const { code = 'no answer' } = error as { code?: string }
      throw new CommandError('unreachable', `no gateway answers at ${url} (${code})`, [
        `start one with "${calledAs} start", or set --url or PATCHBAY_URL (with ADMIN_PORT: the URL of the admin listener)`,
      ])
    }
    if (response.ok) return withExactJson(response)
    throw await readRefusal(response, url)
  }
  return createClient<paths>({
    baseUrl: url,
    headers: { 'x-admin-key': key, prefer: 'next=data' },
    fetch: send,
    pathSerializer: fillPath,
  })
}

/** The body of a response. Error responses have already been thrown. */
export const readData = async <T>(answering: Promise<{ readonly data?: T }>): Promise<T> => (await answering).data as T

/** The record; `undefined` if the gateway has no such record. */
export const unlessMissing = async <T>(answering: Promise<T>): Promise<T | undefined> => {
  try {
    return await answering
  } catch (error) {
    if (error instanceof CommandError && error.ending === 'missing') return undefined
    throw error
  }
}
