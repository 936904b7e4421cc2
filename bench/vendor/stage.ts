import type { Domain } from '@patchbay/core/schema'
import type { Node } from '../../codegen/import/read/node.ts'
import type { Answered } from '../../test/client.ts'
import { startTestGateway } from '../../test/gateway.ts'
import { cutDocument } from './cut-document.ts'
import type { VendorDocument } from './document.ts'
import type { VendorOperation } from './operation.ts'
import { startPrism } from './prism.ts'
import { type MockedExchange, startRecorder } from './recorder.ts'
import type { Parameters } from './samples.ts'
import type { Vendor } from './vendor.ts'

/** The mock's paths are those of requests: two documents may differ in what is before their paths alone. */
const withBasePath = (root: Node, basePath: string): Node => ({
  ...root,
  paths: Object.fromEntries(Object.entries(root.paths as Node).map(([path, item]) => [basePath + path, item])),
})

/** The gateway with one plugin, before a mock of the needed operations, and a recorder between the two. */
export const startStage = async (
  { settings, credential }: Pick<Vendor, 'settings' | 'credential'>,
  domain: Domain,
  documents: readonly VendorDocument[],
  needed: readonly VendorOperation[],
) => {
  const { id } = domain.provider
  const cut = documents.map((document) => {
    const own = needed.filter((operation) => operation.document === document)
    return withBasePath(cutDocument(document.root, own), document.basePath)
  })
  const prism = await startPrism(cut)
  const recorder = startRecorder(prism.origin)
  const env = { PROVIDER_ORIGINS: JSON.stringify({ [id]: recorder.origin }) }
  const gateway = await startTestGateway({ domains: [domain], env })
  await gateway.seed('vendor', { [id]: credential ?? 'vendor-credential' }, { [id]: settings ?? {} })
  return {
    /** One call as a caller makes it, and the requests that it made. Never from the cache. */
    async call(
      action: string,
      parameters: Parameters,
    ): Promise<{ answer: Answered; exchanges: readonly MockedExchange[] }> {
      const headers = { 'cache-control': 'no-cache' }
      const answer = await gateway.call('vendor', id, { action, ...parameters }, { headers })
      return { answer, exchanges: recorder.take() }
    },
    stop: async (): Promise<void> => {
      await Promise.all([gateway.stop(), recorder.stop(), prism.stop()])
    },
  }
}
