import type { ConnectLink } from '@patchbay/core/store'
import { type Html, html } from '../pages/html.ts'

/**
 * Tells the page that opened the link in a pop-up that the account is connected. The browser hands the message on only if that page
 * has the origin for which the link was created, so a stranger who opens the link is told nothing. What is told is no secret.
 */
export const tellOpenerScript = `
const { origin, connectId, provider } = document.getElementById('result').dataset
opener?.postMessage({ type: 'patchbay:connected', connect_id: connectId, provider }, origin)
`

/** The script's message and its recipient; none for a link without an origin. */
export const openerResult = ({ origin, connect_id, provider }: ConnectLink): Html =>
  origin === undefined
    ? html``
    : html`<p id="result" hidden data-origin="${origin}" data-connect-id="${connect_id}" data-provider="${provider}"></p>`
