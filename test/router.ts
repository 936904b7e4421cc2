import { createServer, connect as dial, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

/** No mongos can be had: this stands between a gateway and a mongod, and says of itself that it is one. */
export interface Router {
  /** Without a database's name. */
  readonly uri: string
  stop(): Promise<void>
}

/** The codes of MongoDB's messages (https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/). */
const [opReply, opMessage] = [1, 2013]
/** Offset of the first document by the message's code: after the header, the flags and a section's kind. */
const documentAt = new Map([
  [opReply, 36],
  [opMessage, 21],
])

const asStored = { promoteLongs: false, promoteValues: false, promoteBuffers: false } as const

/** Members of `hello` with which a member of a replica set describes itself and its set. */
const ofMembers = new Set(
  'topologyVersion hosts passives arbiters setName setVersion secondary primary me electionId lastWrite isreplicaset'.split(
    ' ',
  ),
)

const sayRouter = (hello: Document): Document => ({
  ...Object.fromEntries(Object.entries(hello).filter(([name]) => !ofMembers.has(name))),
  msg: 'isdbgrid',
})

/** A shard that nobody writes to holds a change stream's events back for `periodicNoopIntervalSecs`: here, for ever. */
const holdEvents = (reply: Document): Document => ({ ...reply, cursor: { ...reply.cursor, nextBatch: [] } })

/** Calls `onMessage` with each whole message. */
const splitMessages = (onMessage: (message: Buffer) => void): ((bytes: Buffer) => void) => {
  let waiting = Buffer.alloc(0)
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
      const length = waiting.readInt32LE(0)
      onMessage(waiting.subarray(0, length))
      waiting = waiting.subarray(length)
    }
  }
}

const readDocument = (message: Buffer): Document | undefined => {
  const at = documentAt.get(message.readInt32LE(12))
  return at === undefined ? undefined : BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)), asStored)
}

const replaceDocument = (message: Buffer, document: Document): Buffer => {
  const at = documentAt.get(message.readInt32LE(12)) ?? 0
  const changed = Buffer.concat([message.subarray(0, at), BSON.serialize(document)])
  changed.writeInt32LE(changed.length, 0)
  return changed
}

const relay = (client: Socket, server: Socket, holdsEvents: boolean): void => {
  /** The requests that wait for the events of the collection `changes`. */
  const waiting = new Set<number>()
  client.on(
    'data',
    splitMessages((message) => {
      const { getMore, collection } = readDocument(message) ?? {}
      if (holdsEvents && getMore !== undefined && String(collection) === 'changes') waiting.add(message.readInt32LE(4))
      server.write(message)
    }),
  )
  server.on(
    'data',
    splitMessages((message) => {
      const isOfStream = waiting.delete(message.readInt32LE(8))
      const reply = readDocument(message)
      if (isOfStream && reply?.cursor) client.write(replaceDocument(message, holdEvents(reply)))
      else if (reply && 'maxWireVersion' in reply) client.write(replaceDocument(message, sayRouter(reply)))
      else client.write(message)
    }),
  )
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => undefined)
    one.on('close', () => other.destroy())
  }
}

/** A router before the mongod of a URI. With `holdsEvents`, its change streams report nothing. */
export const startRouter = async (uri: string, { holdsEvents = false } = {}): Promise<Router> => {
  const { hostname, port } = new URL(uri.replace(/^mongodb/, 'http'))
  const open = new Set<Socket>()
  const listener = createServer((client) => {
    const server = dial(Number(port), hostname)
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
    relay(client, server, holdsEvents)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the router has no port')
  return {
    uri: `mongodb://127.0.0.1:${address.port}`,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
