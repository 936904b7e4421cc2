import { createAskGateway } from './ask-gateway.ts'

/** The message of a link's last page to the page that opened it. Trust your backend instead, which asks the gateway. */
export interface ConnectResult {
  readonly connect_id: string
  readonly provider: string
}

/** An open pop-up. `result` is `undefined` if it was closed, or can no longer succeed. */
export interface PopUp {
  readonly result: Promise<ConnectResult | undefined>
  /** True if it was closed, or cut off by a page. */
  isGone(): boolean
  focus(): void
}

const features = 'popup,width=520,height=760'
const pollMs = 1000
const watchMs = 50
/** A page counts once it was seen this often: a window that is being cut off shows one for a moment. */
const sightings = 10

const readLink = (link: string): URL => {
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The link is not an http(s) address')
  return url
}

const isConnected = (data: unknown): data is ConnectResult => {
  const { type, connect_id, provider } = Object(data)
  return type === 'patchbay:connected' && typeof connect_id === 'string' && typeof provider === 'string'
}

/** The longest time in which a pop-up that can't be seen any more may still connect: that of a sign-in and its question. */
const patienceMs = 20 * 60_000

/** True if the window is open and shows a page. The address of a page from another origin can't be read. */
const showsPage = (popUp: Window): boolean => {
  try {
    return !popUp.closed && popUp.location.href !== 'about:blank'
  } catch {
    return true
  }
}

/**
 * Waits for the gateway's message from this window and from no other, and asks the gateway besides. A window that seems closed was closed, or
 * was cut off (`Cross-Origin-Opener-Policy`) by a vendor's page, or by this page itself as soon as the gateway's came: where the person had gone
 * to the vendor, or the window was never seen with the link's page, only the gateway knows.
 */
const waitForResult = (popUp: Window, link: URL): Promise<ConnectResult | undefined> =>
  new Promise((resolve) => {
    const askGateway = createAskGateway(link)
    let goneAt: number | undefined
    let seen = 0
    let isAsking = false
    let isOver = false
    const end = (result?: ConnectResult): void => {
      isOver = true
      removeEventListener('message', hear)
      clearInterval(poll)
      clearInterval(watch)
      resolve(result)
    }
    const hear = ({ origin, source, data }: MessageEvent): void => {
      if (origin === link.origin && source === popUp && isConnected(data))
        end({ connect_id: data.connect_id, provider: data.provider })
    }
    const look = async (): Promise<void> => {
      const wasGone = popUp.closed
      const found = await askGateway()
      if (isOver) return
      if (found?.status === 'connected') return end({ connect_id: found.connect_id, provider: found.provider })
      if (!wasGone) return
      goneAt ??= performance.now()
      // A window that was just closed may have told something that arrives a moment later.
      const isLate = performance.now() - goneAt > pollMs / 2
      const mayGoOn = found?.is_begun || (found?.status === 'opened' && seen < sightings)
      const mayConnect = mayGoOn && found.status !== 'expired' && performance.now() - goneAt < patienceMs
      if (isLate && !mayConnect) end()
    }
    const watch = setInterval(() => {
      if (showsPage(popUp)) seen++
    }, watchMs)
    const poll = setInterval(() => {
      if (isAsking) return
      isAsking = true
      look()
        .catch(reportError)
        .finally(() => {
          isAsking = false
        })
    }, pollMs)
    addEventListener('message', hear)
  })

const follow = async (popUp: Window, createLink: () => Promise<string>) => {
  try {
    const url = readLink(await createLink())
    if (popUp.closed) return undefined
    const result = waitForResult(popUp, url)
    popUp.location.replace(url.href)
    return await result
  } finally {
    popUp.close()
  }
}

/**
 * Opens a pop-up, and in it the link that `createLink` gets from your backend. To be called by the click itself, as browsers let no
 * page open a window later. Throws Error if the browser blocks it.
 */
export const openPopUp = (createLink: () => Promise<string>): PopUp => {
  const popUp = open('', '_blank', features)
  if (!popUp) throw new Error('The browser blocked the pop-up')
  return { result: follow(popUp, createLink), isGone: () => popUp.closed, focus: () => popUp.focus() }
}
