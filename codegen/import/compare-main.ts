import { describeThrown } from '@patchbay/core/errors'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { compareDocument } from './compare.ts'

/**
 * A process of its own for one document, whose import takes up to some hundred megabytes: the gateway's nightly watch starts it
 * (`server/watch/compare-document.ts`), and a build bundles it for the image, which has no codegen. The request comes by standard
 * input, because the proxy's URL may hold a password.
 */
const { folder, id, allowed, proxy } = await Bun.stdin.json()
try {
  const fetcher = createFetcher({ allowed: parseAllowedHosts(allowed), proxy })
  console.log(JSON.stringify(await compareDocument(folder, id, fetcher)))
} catch (error) {
  console.error(describeThrown(error))
  process.exitCode = 1
}
