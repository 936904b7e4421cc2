import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { cardMediaType, cardUri } from './card.ts'
import { cardPage } from './card-page.ts'

/** The frame needs no network, and nothing of other origins. */
const meta = { ui: { csp: {}, prefersBorder: true } }

/** Lets a client read the card, which is the same for everybody: what it shows comes with results. */
export const serveCard = (server: Server): void => {
  server.registerCapabilities({ resources: {} })
  server.setRequestHandler('resources/list', () => ({
    resources: [{ uri: cardUri, name: 'approval', title: 'Approval', mimeType: cardMediaType, _meta: meta }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri !== cardUri) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: cardMediaType, text: cardPage, _meta: meta }] }
  })
}
