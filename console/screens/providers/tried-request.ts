import { isRecord } from '../../parts/form/is-record.ts'

/** A request as a dry run shows it. */
interface TriedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | { readonly base64: string } | null
}

/** The request in the answer to a dry run; `undefined`: the call would have been refused. */
export const readTriedRequest = (answer: unknown): TriedRequest | undefined => {
  if (!isRecord(answer) || !isRecord(answer.data) || !isRecord(answer.data.request)) return undefined
  return answer.data.request as unknown as TriedRequest
}

/** The request as HTTP has it: its method and address, its headers, and its body as it would be sent. */
export const formatTriedRequest = ({ method, url, headers, body }: TriedRequest): string => {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  if (body !== null) lines.push('', typeof body === 'string' ? body : `(base64) ${body.base64}`)
  return lines.join('\n')
}
