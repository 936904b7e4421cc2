/** The baseline of the bench. */
import { forward } from './forward.ts'

const [upstream] = process.argv.slice(2)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => forward(upstream, request),
})
console.log(server.port)
