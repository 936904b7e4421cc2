import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { bigId, type Deviation } from './deviations.ts'

/** The usual answer, which serves every kind of request: a record, an empty list, a token. */
const usual = `{"id":${bigId},"items":[{"id":${bigId}}],"access_token":"a-token","token_type":"Bearer"}`

const buildHead = ({ status, headers = [] }: Deviation, length: number): string => {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [
    ...(given.has('content-type') ? [] : [['content-type', 'application/json'] as const]),
    ...(given.has('content-length') ? [] : [['content-length', String(length)] as const]),
    ...headers,
    // Each answer ends its connection, and says so: a client that takes the connection again at that moment would lose its next request.
    ...(given.has('connection') ? [] : [['connection', 'close'] as const]),
    // The same length twice, which no object of headers has.
    ...(given.has('x-length')
      ? [['Content-Length', String(length)] as const, ['content-length', String(length)] as const]
      : []),
  ]
  const written = lines.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]))
  return `HTTP/1.1 ${status} X\r\n${written.join('')}\r\n`
}

export const buildAnswer = (deviation: Deviation): Buffer => {
  const body = Buffer.from((deviation.body ?? usual) as string)
  if (deviation.whole) return deviation.whole(body)
  const framed = deviation.frame?.(body) ?? body
  return Buffer.concat([Buffer.from(buildHead(deviation, body.length), 'latin1'), framed])
}

const endOfRequest = (received: Buffer): number => {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const [, length = '0'] = /content-length: *(\d+)/i.exec(received.subarray(0, head).toString('latin1')) ?? []
  const end = head + 4 + Number(length)
  return received.length < end ? -1 : end
}

/** The path of a token endpoint that deviates as the code says which it is asked to exchange. */
export const exchangePath = '/of-the-code/token'

const nameIn = (request: string): string | undefined => {
  const [, name] = request.startsWith(`POST ${exchangePath} `)
    ? (/[&\n]code=([^&\s]+)/.exec(request) ?? [])
    : (/^\S+ \/([^/? ]+)/.exec(request) ?? [])
  return name
}

/** A vendor on raw TCP: the first part of a request's path names the deviation of its answer. */
export const startDeviatingVendor = async (deviations: readonly Deviation[]) => {
  const byName = new Map(deviations.map((deviation) => [deviation.name, deviation]))
  const sockets = new Set<Socket>()
  const answer = (socket: Socket, request: string): void => {
    const deviation = byName.get(nameIn(request) ?? '')
    if (!deviation) return void socket.destroy()
    const bytes = buildAnswer(deviation)
    // Kept connections are tried by the usual answers; these end theirs, so that each cell stands for itself.
    socket.end(bytes)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received = Buffer.concat([received, Buffer.from(data as Uint8Array)])
      const end = endOfRequest(received)
      if (end < 0) return
      answer(socket, received.subarray(0, end).toString('latin1'))
      received = received.subarray(end)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
