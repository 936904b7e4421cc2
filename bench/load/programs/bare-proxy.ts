/** The baseline of the bench: forwards each request to one address. */
import { forward } from './forward.ts'

const [url = ''] = process.argv.slice(2)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => forward(url, request),
})
console.log(server.port)
