import { createServer, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { createFetcher, type FetchRequest, parseAllowedHosts } from '../index.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server on loopback, stopped after the test. */
export const serve = (fetch: (request: Request) => Response | Promise<Response>, hostname = '127.0.0.1', port = 0) => {
  const server = Bun.serve({ hostname, port, fetch })
  closers.push(() => server.stop(true))
  return { origin: `http://${hostname}:${server.port}`, port: Number(server.port) }
}

/**
 * Starts a second server at the port of the first, on another address of loopback. That port may be taken there, by a test beside this one:
 * then another first one is started.
 */
export const serveBoth = async <First extends { port: number }>(
  first: () => First | Promise<First>,
  fetch: (request: Request) => Response | Promise<Response>,
  hostname: string,
): Promise<First> => {
  for (let tries = 1; ; tries++) {
    const started = await first()
    try {
      serve(fetch, hostname, started.port)
      return started
    } catch (error) {
      if (tries === 20) throw error
    }
  }
}

/** A server that answers every request with these bytes, and then ends the connection or leaves it open. */
export const serveRaw = async (text: string, end: boolean, hostname = '127.0.0.1') => {
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  const { promise: firstBytes, resolve: ask } = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).on('close', () => hangUp())
    socket.once('data', () => {
      ask()
      if (end) socket.end(text)
      else socket.write(text)
    })
  })
  await new Promise<void>((listening) => server.listen(0, hostname, listening))
  closers.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { origin: `http://${hostname}:${port}`, port, firstBytes, hungUp, requests: () => sockets.length }
}

/** Reaches loopback only. */
export const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.0/8') })
/** A plain GET without a deadline; `rest` overrides its members. */
export const request = (url: string, rest: Partial<FetchRequest> = {}): FetchRequest => ({
  url,
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
  maxBytes: 1024 * 1024,
  redirects: 'none',
  ...rest,
})
export const textOf = async (url: string, rest?: Partial<FetchRequest>) =>
  Buffer.from((await fetcher(request(url, rest))).bytes).toString()
