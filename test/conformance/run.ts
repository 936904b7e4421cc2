/**
 * `bun run test:conformance`: the protocol's own suite against the gateway. Fails unless every scenario that it must pass
 * passes, and no other.
 */
import { runAuthorization } from './run-authorization.ts'
import { runServer } from './run-server.ts'

const outcomes = [await runServer(), await runAuthorization()]
process.exit(outcomes.every(Boolean) ? 0 : 1)
