import { connect } from 'node:net'

/** An answer read off the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export const readAnswer = (bytes: Buffer): RawAnswer => {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { status: Number(statusLine.split(' ')[1]), headers, text: bytes.subarray(end + 4).toString() }
}

export const isWhole = (bytes: Buffer): boolean => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const { status, headers } = readAnswer(bytes)
  const length = headers.get('content-length')
  return status === 204 || (length !== null && bytes.length >= end + 4 + Number(length))
}

/**
 * Sends the pieces as they are, one write each, and reads one answer: for what no HTTP client would send. Resolves as
 * soon as the answer is whole, or with what came before the server closed the connection.
 */
export const rawRequest = (url: string, ...pieces: readonly (string | Uint8Array)[]): Promise<RawAnswer> => {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  let received = Buffer.alloc(0)
  const socket = connect(Number(port), hostname, () => {
    for (const piece of pieces) socket.write(piece)
  })
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (!isWhole(received)) return
    resolve(readAnswer(received))
    socket.destroy()
  })
  socket.on('error', reject)
  socket.on('close', () => (received.length > 0 ? resolve(readAnswer(received)) : reject(new Error('no answer'))))
  return promise
}
