/**
 * `bun run test:conformance`: the protocol's own suite against the gateway, which fails unless every scenario that it must pass
 * passes, and no other; and Schemathesis against the OpenAPI document, where PyPI can be reached. `--openapi` runs that alone, and for
 * minutes.
 */
import { runAuthorization } from './run-authorization.ts'
import { deep, runOpenApi } from './run-openapi.ts'
import { runServer } from './run-server.ts'

const outcomes = process.argv.includes('--openapi')
  ? [await runOpenApi(deep)]
  : [await runServer(), await runAuthorization(), await runOpenApi()]
process.exit(outcomes.every(Boolean) ? 0 : 1)
