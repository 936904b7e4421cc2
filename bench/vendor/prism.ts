import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import pino from 'pino'
import type { Node } from '../../codegen/import/read/node.ts'

/** Prism logs by levels of its own beside pino's. */
const logger = pino({ level: 'silent', customLevels: { success: 31, note: 32, start: 33, complete: 34 } })

/**
 * Prism as a mock of these documents on loopback: it checks each request (members that aren't declared and
 * nested fields of forms aside), and answers with the document's example or one made of the schema, always the same.
 */
export const startPrism = async (documents: readonly Node[]) => {
  // Prism resolves references in place.
  const copies = documents.map((document) => structuredClone(document))
  const operations = (await Promise.all(copies.map((document) => getHttpOperationsFromSpec(document)))).flat()
  const server = createServer(operations, {
    cors: false,
    components: { logger: logger as never },
    config: {
      isProxy: false,
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      // The plugin's `result` judges the answer; the mock's own are not always what its document says.
      validateResponse: false,
      errors: true,
      upstreamProxy: undefined,
    },
  })
  return { origin: await server.listen(0, '127.0.0.1'), stop: () => server.close() }
}
