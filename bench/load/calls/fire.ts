import { createHistogram } from 'node:perf_hooks'

/** The result of one round of load. Times in milliseconds. */
export interface Round {
  readonly calls: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** The address and content of requests. */
export interface LoadTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of the n-th request. All have the same length. */
  readonly body: (n: number) => string
}

export interface Load extends LoadTarget {
  readonly connections: number
  readonly seconds: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** The length of the first whole response in the buffer; 0: it isn't whole yet. Throws Error for a failure. */
const responseLength = (buffer: Buffer): number => {
  const end = buffer.indexOf(headEnd)
  if (end < 0) return 0
  const head = buffer.toString('latin1', 0, end)
  if (!/^HTTP\/1\.1 20[01] /.test(head)) throw new Error(`the load got ${buffer.toString('latin1', 0, 600)}`)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  // There is one request at a time, so nothing comes behind the last chunk (RFC 9112, section 7.1).
  if (!length) return buffer.subarray(-lastChunk.length).equals(lastChunk) ? buffer.length : 0
  const total = end + headEnd.length + Number(length)
  return buffer.length >= total ? total : 0
}

/**
 * Keeps `connections` sockets busy, one request at a time each. Raw sockets, so that the load itself costs little of the
 * two cores that it shares with what it measures, and is timed in microseconds (autocannon counts whole milliseconds).
 */
export const fire = async ({ url, headers, body, connections, seconds }: Load): Promise<Round> => {
  const { host, hostname, port, pathname } = new URL(url)
  const length = Buffer.byteLength(body(0))
  const fields = Object.entries({
    host,
    ...headers,
    'content-type': 'application/json',
    'content-length': String(length),
  })
  const head = `POST ${pathname} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const latencies = createHistogram()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let sent = 0

  const drive = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let pending: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const next = (socket: Bun.Socket): void => {
        sentAt = performance.now()
        if (sentAt >= endsAt) {
          socket.end()
          resolve()
        } else socket.write(head + body(sent++))
      }
      Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: next,
          data(socket, chunk) {
            pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
            try {
              const whole = responseLength(pending)
              if (whole === 0) return
              pending = pending.subarray(whole)
            } catch (error) {
              reject(error)
              socket.end()
              return
            }
            latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)))
            next(socket)
          },
          error: (_, error) => reject(error),
        },
      }).catch(reject)
    })

  await Promise.all(Array.from({ length: connections }, drive))
  const calls = latencies.count
  return {
    calls,
    perSecond: calls / ((performance.now() - startedAt) / 1000),
    p50: latencies.percentile(50) / 1000,
    p99: latencies.percentile(99) / 1000,
  }
}
