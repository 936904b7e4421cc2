import { GatewayError } from '@patchbay/core/errors'
import { oauthEndpoint } from '../forms/endpoint.ts'
import { type HttpRoute, json } from '../http/exchange.ts'
import { type ConnectParts, readClock } from './connect-parts.ts'
import { isLinkOver } from './link.ts'
import { sorryPage } from './pages/end-pages.ts'

/**
 * `GET /connect/result/<hash>`: what has become of a link, for the page for whose origin it was made. That page knows the link, and asks by
 * its hash, which opens nothing. A vendor's page may have cut the pop-up off (`Cross-Origin-Opener-Policy`), so that nothing else reaches it.
 */
export const resultRoute = (parts: ConnectParts): HttpRoute =>
  oauthEndpoint(parts, {
    method: 'GET',
    path: '/connect/result/:hash',
    renderError: ({ status, message }) => sorryPage(parts.brand, { status, message: `${message}.` }),
    async handle(exchange) {
      const link = await parts.store.connections.find(exchange.params.hash ?? '')
      if (!link?.origin) throw new GatewayError('NOT_FOUND', 'There is no such link')
      exchange.hasKnownSecret = true
      if (exchange.request.headers.get('origin') !== link.origin)
        throw new GatewayError('FORBIDDEN', 'This link was made for a page of another origin')
      const isOver = link.status !== 'connected' && isLinkOver(link, readClock(parts))
      const { status, connect_id, provider, tries } = link
      const reply = json({ status: isOver ? 'expired' : status, connect_id, provider, is_begun: tries > 0 })
      const headers = { 'access-control-allow-origin': link.origin, vary: 'Origin', 'cache-control': 'no-store' }
      return { reply: { ...reply, headers: { ...reply.headers, ...headers } } }
    },
  })
