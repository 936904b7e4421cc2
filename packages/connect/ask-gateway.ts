/** The gateway's answer about a link. */
export interface LinkStatus {
  readonly status: 'pending' | 'opened' | 'connected' | 'failed' | 'expired'
  readonly connect_id: string
  readonly provider: string
  /** True once the person has left the link's page for the vendor's. */
  readonly is_begun: boolean
}

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The address that reports on a link, with the hash of its secret, which opens nothing. Browsers hash on https and
 * localhost only.
 */
const findAddress = async ({ origin, pathname }: URL): Promise<string | undefined> => {
  const [, base, secret] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
  if (secret === undefined || !globalThis.crypto?.subtle) return undefined
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return `${origin}${base}/result/${toHex(hash)}`
}

/** Asks the gateway for a link's status; `undefined`: it doesn't tell, as the link belongs to no page or to another one. */
export const createAskGateway = (link: URL): (() => Promise<LinkStatus | undefined>) => {
  const address = findAddress(link)
  return async () => {
    const url = await address
    if (url === undefined) return undefined
    const answer = await fetch(url, { credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
    return answer?.ok ? answer.json().catch(() => undefined) : undefined
  }
}
