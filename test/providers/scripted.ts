import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Recorded } from './recorded.ts'

/** A request to a scripted upstream. */
export interface Scene extends Recorded {
  /** The body as it came; `body` is the same as text. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Resolves when the client has hung up before it had the whole answer. */
  readonly hungUp: Promise<void>
}

/** The reaction of a scripted upstream to one request. */
export type Behaviour = (response: ServerResponse, scene: Scene) => void | Promise<void>

type Headers = Readonly<Record<string, string>>

/** Answers at once; an object as JSON. */
export const answer =
  (status: number, body: unknown = '', headers: Headers = {}): Behaviour =>
  (response) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    response.writeHead(status, { ...(!raw && { 'content-type': 'application/json' }), ...headers })
    response.end(raw ? body : JSON.stringify(body))
  }

export const redirect = (location: string, status = 302): Behaviour => answer(status, '', { location })

/** Waits for `gate`, then continues. */
export const hold =
  (gate: Promise<unknown>, then: Behaviour): Behaviour =>
  async (response, scene) => {
    await gate
    await then(response, scene)
  }

/** Closes the connection without an answer. */
export const drop = (): Behaviour => (response) => {
  response.socket?.destroy()
}

/** Promises a longer body than it sends, then closes the connection. */
export const dropMidway =
  (sent = '{"id":'): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(sent.length + 100) })
    response.write(sent, () => response.socket?.destroy())
  }

/** Sends the headers and one byte at a time for as long as the client listens. */
export const trickle =
  (everyMs = 5): Behaviour =>
  (response, scene) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), everyMs)
    return scene.hungUp.finally(() => clearInterval(timer))
  }

/** A JSON string of `bytes` bytes, without a Content-Length. */
export const huge =
  (bytes: number): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = 'x'.repeat(64 * 1024)
    let left = bytes - 2
    const send = (): void => {
      while (left > 0 && !response.destroyed) {
        const part = left >= chunk.length ? chunk : chunk.slice(0, left)
        left -= part.length
        if (!response.write(part)) return void response.once('drain', send)
      }
      if (!response.destroyed) response.end('"')
    }
    response.write('"')
    send()
  }

/** A JSON string of `bytes` bytes that travels as about a thousandth of it. */
export const gzipBomb = (bytes: number): Behaviour =>
  answer(200, gzipSync(`"${'x'.repeat(bytes - 2)}"`), {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  })

const hangUp = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => response.once('close', () => !response.writableFinished && resolve()))

const readScene = async (request: IncomingMessage, response: ServerResponse): Promise<Scene> => {
  const hungUp = hangUp(response)
  const bytes = new Uint8Array(await buffer(request))
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: new TextDecoder().decode(bytes),
    bytes,
    hungUp,
  }
}

/** An upstream on loopback that answers its requests with the given behaviours in turn; the last one repeats. */
export const startScripted = async (...behaviours: [Behaviour, ...Behaviour[]]) => {
  const requests: Scene[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const script = { behaviours: behaviours as readonly Behaviour[], next: 0 }

  const server = createServer(async (request, response) => {
    const scene = await readScene(request, response)
    requests.push(scene)
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
    const behaviour = script.behaviours[Math.min(script.next, script.behaviours.length - 1)]
    script.next += 1
    await behaviour?.(response, scene)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Begins another script. */
    play: (...next: [Behaviour, ...Behaviour[]]): void => {
      Object.assign(script, { behaviours: next, next: 0 })
    },
    /** Waits until `count` requests have come in all. */
    received: (count: number): Promise<void> =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    stop: (): Promise<void> => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export type Scripted = Awaited<ReturnType<typeof startScripted>>
