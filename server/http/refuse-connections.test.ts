import { afterAll, expect, it } from 'vitest'
import { refuseConnections } from './refuse-connections.ts'

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('taken') })
const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('taken') })
afterAll(async () => {
  await server.stop(true)
  await other.stop(true)
})

/** A connection that is open, and what comes over it. */
const connect = async (port = 0) => {
  const { promise: answer, resolve } = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: { data: (_, bytes) => resolve(bytes.toString()), close: () => resolve('reset') },
  })
  return { answer, send: () => socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n') }
}

it.runIf(process.platform === 'linux')(
  'a request on its way is answered, a connection that begins later is not taken',
  async () => {
    const early = await connect(server.port)
    const refused = refuseConnections(server.port ?? 0)
    let isTaken = false
    const late = connect(server.port).then(
      () => {
        isTaken = true
      },
      () => undefined,
    )
    early.send()
    expect(await early.answer).toContain('taken')
    await refused
    await server.stop()
    await late
    expect(isTaken).toBe(false)
  },
)

it('other listeners of the process go on', async () => {
  const elsewhere = await connect(other.port)
  elsewhere.send()
  expect(await elsewhere.answer).toContain('taken')
})
