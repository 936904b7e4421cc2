import { type ConnectResult, openPopUp, type PopUp } from './open-pop-up.ts'
import { showPicker } from './picker.ts'
import { type ConnectProvider, readProviders } from './providers.ts'
import { styleSheet } from './style-sheet.ts'

/** Gets a new link from your backend, for the provider that was chosen, if several were given. */
export type CreateLink = (provider: string | undefined) => Promise<string>

// A page rendered on a server has no elements; the browser makes them.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** Asks the page's own backend, which answers `{"url": "…"}`. */
const requestLink = async (address: string, provider: string | undefined): Promise<string> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(provider === undefined ? {} : { provider }),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const { url } = await response.json()
  if (typeof url !== 'string') throw new Error(`${address} answered without a url`)
  return url
}

/**
 * `<patchbay-connect>`: a button that opens a connect link in a pop-up. Fires `patchbay-connected` with a `ConnectResult`,
 * `patchbay-closed`, and `patchbay-failed` with an Error, each as `detail`.
 *
 * @example
 * <patchbay-connect link="/connect-link" providers="hubspot=HubSpot, stripe=Stripe">Connect an account</patchbay-connect>
 */
export class ConnectElement extends Base {
  /** Replaces the attribute `link`. */
  createLink: CreateLink | undefined
  #providers: readonly ConnectProvider[] | undefined
  #popUp: PopUp | undefined

  /** The providers the person chooses from; if there are none, your backend decides. */
  get providers(): readonly ConnectProvider[] {
    return this.#providers ?? readProviders(this.getAttribute('providers') ?? '')
  }
  set providers(providers: readonly ConnectProvider[] | undefined) {
    this.#providers = providers
  }

  connectedCallback(): void {
    if (this.shadowRoot) return
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [styleSheet()]
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('button')
    button.append(document.createElement('slot'))
    button.addEventListener('click', () => this.#choose(root))
    root.append(button)
  }

  #choose(root: ShadowRoot): void {
    const { providers } = this
    // One that is gone may have been closed: the person begins anew.
    if (this.#popUp && !this.#popUp.isGone()) this.#popUp.focus()
    else if (providers.length < 2) this.#open(providers[0]?.id).catch(reportError)
    else
      showPicker(root, this.getAttribute('heading') ?? 'Which account?', providers, (id) => {
        this.#open(id).catch(reportError)
      })
  }

  async #open(provider: string | undefined): Promise<void> {
    let popUp: PopUp | undefined
    try {
      popUp = openPopUp(() => this.#requestLink(provider))
      this.#popUp = popUp
      const account = await popUp.result
      if (account) this.#fire<ConnectResult>('connected', account)
      else if (this.#popUp === popUp) this.#fire('closed', null)
    } catch (error) {
      this.#fire('failed', error)
    } finally {
      if (this.#popUp === popUp) this.#popUp = undefined
    }
  }

  async #requestLink(provider: string | undefined): Promise<string> {
    if (this.createLink) return await this.createLink(provider)
    return await requestLink(this.getAttribute('link') ?? '', provider)
  }

  #fire<Detail>(name: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent(`patchbay-${name}`, { detail }))
  }
}

/** Makes `<patchbay-connect>` known to the browser, once. */
export const defineConnectElement = (): void => {
  if (globalThis.customElements && !customElements.get('patchbay-connect'))
    customElements.define('patchbay-connect', ConnectElement)
}
