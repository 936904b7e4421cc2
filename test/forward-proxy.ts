import { createServer, connect as open, type Socket } from 'node:net'

/**
 * An HTTP proxy on loopback. It notes the first line and the credentials of each request, and opens every tunnel to
 * `port` on loopback, whatever address it is asked for; or answers with `refusal` instead.
 */
export const startForwardProxy = async (port = 0) => {
  const asked: string[] = []
  const script = { refusal: undefined as string | undefined }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((socket) => {
    keep(socket).once('data', (head) => {
      const [first = '', ...lines] = head.toString('latin1').split('\r\n')
      const credentials = lines.find((line) => /^proxy-authorization: /i.test(line))?.replace(/^.* Basic /i, '')
      asked.push(credentials ? `${first} ${Buffer.from(credentials, 'base64')}` : first)
      if (script.refusal) return void socket.end(`HTTP/1.1 ${script.refusal}\r\nContent-Length: 7\r\n\r\nrefused`)
      if (!first.startsWith('CONNECT ')) return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
      const tunnel = keep(open(port, '127.0.0.1'))
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(tunnel).pipe(socket)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    asked,
    refuse: (status: string | undefined): void => {
      script.refusal = status
    },
    /** Closes the tunnels that are open. */
    drop,
    stop(): void {
      server.close()
      drop()
    },
  }
}
