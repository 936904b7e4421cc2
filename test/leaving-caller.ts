import { once } from 'node:events'
import { connect } from 'node:net'
import { tokenOf } from './client.ts'

export interface LeavingCaller {
  /** Ends the connection, of which the gateway hears before it hears of anything that is done after this. */
  hangUp(): Promise<void>
}

/** Sends a request whose caller hangs up when it is told to: a `fetch` that is aborted ends its connection some time later. */
export const sendAndLeave = async (
  gatewayUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<LeavingCaller> => {
  const { hostname, port } = new URL(gatewayUrl)
  const text = JSON.stringify(body)
  const all = {
    host: `${hostname}:${port}`,
    authorization: `Bearer ${tokenOf('acme')}`,
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(text)}`,
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`)
  return {
    async hangUp() {
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    },
  }
}
