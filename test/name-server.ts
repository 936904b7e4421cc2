import { createSocket } from 'node:dgram'

/** The end of the host name in a question (RFC 1035, section 4.1.2). */
const endOfName = (query: Buffer): number => {
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) at += length + 1
  return at + 1
}

const typeA = 1

/** The answer with the address, or with none (RFC 1035, section 4.1). */
const answerTo = (query: Buffer, address: string): Buffer => {
  const addresses = query.readUInt16BE(endOfName(query)) === typeA ? [address] : []
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0])
  // A pointer to the question's name, class IN, a life of a second.
  const record = (ip: string) => Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 1, 0, 4, ...ip.split('.').map(Number)])
  return Buffer.concat([header, query.subarray(12, endOfName(query) + 4), ...addresses.map(record)])
}

/** A name server on port 53 that gives each name the address, or says nothing at all. */
export const startNameServer = async (host: string, address: string | undefined) => {
  const { promise: firstQuestion, resolve } = Promise.withResolvers<void>()
  const socket = createSocket('udp4').on('message', (query, { address: from, port }) => {
    resolve()
    if (address) socket.send(answerTo(query, address), port, from)
  })
  await new Promise<void>((bound) => socket.bind(53, host, bound))
  return { firstQuestion }
}
