/** What the last page of a link tells the page that opened it. Believe your backend, which asks the gateway. */
export interface ConnectResult {
  readonly connect_id: string
  readonly provider: string
}

/** An open pop-up; `result` is `undefined` when it was closed, or when it can no longer tell. */
export interface PopUp {
  readonly result: Promise<ConnectResult | undefined>
  focus(): void
}

const features = 'popup,width=520,height=760'
const pollMs = 300

const readLink = (link: string): URL => {
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The link is not an http(s) address')
  return url
}

const isConnected = (data: unknown): data is ConnectResult => {
  const { type, connect_id, provider } = Object(data)
  return type === 'patchbay:connected' && typeof connect_id === 'string' && typeof provider === 'string'
}

/** Waits for the gateway's message from this window and from no other, or until the window is gone. */
const waitForResult = (popUp: Window, gateway: string): Promise<ConnectResult | undefined> =>
  new Promise((resolve) => {
    let wasClosed = false
    const end = (result?: ConnectResult): void => {
      removeEventListener('message', hear)
      clearInterval(poll)
      resolve(result)
    }
    const hear = ({ origin, source, data }: MessageEvent): void => {
      if (origin === gateway && source === popUp && isConnected(data))
        end({ connect_id: data.connect_id, provider: data.provider })
    }
    // A window that was just closed may have told something that arrives a moment later.
    const poll = setInterval(() => {
      if (wasClosed) end()
      wasClosed = popUp.closed
    }, pollMs)
    addEventListener('message', hear)
  })

const follow = async (popUp: Window, createLink: () => Promise<string>) => {
  try {
    const url = readLink(await createLink())
    if (popUp.closed) return undefined
    const result = waitForResult(popUp, url.origin)
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
  return { result: follow(popUp, createLink), focus: () => popUp.focus() }
}
