import { createServer, type Socket } from 'node:net'
import type { KillStep } from './kill-steps.ts'

const answer = JSON.stringify({ id: '1', properties: {} })
const head = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n`

/** The whole body of a request; `undefined`: not all of it is there. */
const readBody = (received: string): string | undefined => {
  const end = received.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)/im.exec(received)?.[1]
  const body = received.slice(end + 4)
  return end >= 0 && length !== undefined && body.length >= Number(length) ? body : undefined
}

/**
 * A vendor that counts what it has carried out, by the e-mail of the contact. By sockets, as it kills the gateway when the first
 * byte of a request arrives, or when it has carried it out.
 */
export const startCountingVendor = async () => {
  const effects = new Map<string, number>()
  let step: KillStep = 'closed'
  let kill = (): void => undefined

  const carryOut = (body: string): void => {
    const { properties } = JSON.parse(body)
    effects.set(properties.email, (effects.get(properties.email) ?? 0) + 1)
  }

  const sockets = new Set<Socket>()
  const serve = (socket: Socket): void => {
    let received = ''
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The gateway's end resets it.
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      if (received === '' && step === 'first byte') kill()
      received += chunk.toString('latin1')
      const body = readBody(received)
      if (body === undefined) return
      received = ''
      carryOut(body)
      if (step === 'vendor has it') kill()
      else if (step === 'answer half read') socket.write(head + answer.slice(0, 5))
      else socket.write(head + answer)
    })
  }

  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the vendor has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    effects,
    /** Sets the behaviour at the next request. */
    expect(next: KillStep, killGateway: () => void): void {
      step = next
      kill = killGateway
    },
    stop(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
