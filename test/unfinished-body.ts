import { connect } from 'node:net'
import { tokenOf } from './client.ts'

/** Sends the head and the beginning of a body that never comes; answers what the gateway says to that. */
export const sendUnfinishedBody = async (gatewayUrl: string, path: string, beginning: string): Promise<string> => {
  const { hostname, port } = new URL(gatewayUrl)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${tokenOf('acme')}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    beginning,
  ].join('\r\n')
  const socket = connect({ port: Number(port), host: hostname }, () => socket.write(head))
  let received = ''
  for await (const chunk of socket) {
    received += chunk
    if (received.includes('"TIMEOUT"')) break
  }
  return received
}
