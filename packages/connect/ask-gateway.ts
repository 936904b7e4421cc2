/** What the gateway says of a link. */
export interface LinkStatus {
  readonly status: 'pending' | 'opened' | 'connected' | 'failed' | 'expired'
  readonly connect_id: string
  readonly provider: string
  /** Whether the person has left the link's page for the vendor's. */
  readonly is_begun: boolean
}

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Where to ask for a link, by the hash of its secret: who has that opens nothing. Browsers hash on https and localhost only. */
const findAddress = async ({ origin, pathname }: URL): Promise<string | undefined> => {
  const [, base, secret] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
  if (secret === undefined || !globalThis.crypto?.subtle) return undefined
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return `${origin}${base}/result/${toHex(hash)}`
}

/** Asks the gateway what has become of a link; `undefined`: it doesn't say, as the link is for no page or for another's. */
export const createAskGateway = (link: URL): (() => Promise<LinkStatus | undefined>) => {
  const address = findAddress(link)
  return async () => {
    const url = await address
    if (url === undefined) return undefined
    const answer = await fetch(url, { credentials: 'omit', cache: 'no-store' }).catch(() => undefined)
    return answer?.ok ? answer.json().catch(() => undefined) : undefined
  }
}
