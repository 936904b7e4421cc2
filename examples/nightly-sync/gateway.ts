import { setTimeout } from 'node:timers/promises'

interface Contacts {
  results: { id: string; properties: Record<string, string | null> }[]
  paging?: { next: { after: string } }
}
interface Success {
  success: true
  data: Contacts
}
interface Failure {
  success: false
  status: number
  code: string
  error: string
  retry_after?: number
}

const mostTries = 5

/** The seconds to wait before a read is tried again; `undefined`: only a person can help. */
const waitAfter = ({ code, status, retry_after }: Failure): number | undefined => {
  if (retry_after !== undefined) return retry_after
  return code === 'TIMEOUT' || code === 'INTERNAL_ERROR' || status >= 502 ? 10 : undefined
}

export interface GatewayAccess {
  url: string
  token: string
  tenant: string
  /** Default: the time passes. */
  wait?: (seconds: number) => Promise<unknown>
}

const ask = async ({ url, token, tenant }: GatewayAccess, body: object): Promise<Success | Failure> => {
  try {
    const response = await fetch(`${url}/api/v1/${tenant}/hubspot`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(70_000),
    })
    return (await response.json()) as Success | Failure
  } catch (cause) {
    return { success: false, status: 504, code: 'TIMEOUT', error: `No answer: ${cause}` }
  }
}

/** The contacts behind a cursor, at most 100. Waits as the gateway says; throws Error for what time doesn't mend. */
export const readPage = async (gateway: GatewayAccess, after: string | undefined, tries = 1): Promise<Contacts> => {
  const page = { action: 'list', object_type: 'contacts', limit: 100, ...(after !== undefined && { after }) }
  const answer = await ask(gateway, page)
  if (answer.success) return answer.data
  const seconds = waitAfter(answer)
  if (seconds === undefined || tries >= mostTries) throw new Error(`${answer.code}: ${answer.error}`)
  await (gateway.wait ?? ((time) => setTimeout(time * 1000)))(seconds)
  return readPage(gateway, after, tries + 1)
}
