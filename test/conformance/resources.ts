/** The resources that the protocol's conformance suite reads, as its scenarios describe them. */
import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { pixel } from './content.ts'

export const resources = [
  { uri: 'test://static-text', name: 'Text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Binary', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', mimeType: 'text/plain' },
]

export const resourceTemplates = [
  { uriTemplate: 'test://template/{id}/data', name: 'Template', mimeType: 'application/json' },
]

/** Throws ResourceNotFoundError. */
export const readResource = (uri: string): ReadResourceResult => {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  }
  switch (uri) {
    case 'test://static-text': {
      const text = 'This is the content of the static text resource.'
      return { contents: [{ uri, mimeType: 'text/plain', text }] }
    }
    case 'test://static-binary':
      return { contents: [{ uri, mimeType: 'image/png', blob: pixel }] }
    case 'test://watched-resource':
      return { contents: [{ uri, mimeType: 'text/plain', text: 'Watched' }] }
    default:
      throw new ResourceNotFoundError(uri)
  }
}
