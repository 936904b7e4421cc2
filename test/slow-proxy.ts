import { createServer, connect as open, type Socket } from 'node:net'
import { seeded } from './seeded.ts'

/** Passes on what each side sends, in its order, each piece as much later as `delayMs` says. */
const passOn = (from: Socket, to: Socket, delayMs: () => number): void => {
  let last = 0
  const later = (work: () => void): void => {
    last = Math.max(last, performance.now() + delayMs())
    setTimeout(work, Math.max(0, last - performance.now()))
  }
  from.on('data', (piece) => later(() => to.writable && to.write(piece)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', () => later(() => to.destroy()))
}

/** A TCP proxy on loopback before `port`, which delays every piece that passes by 0 to `slowness.mostMs` milliseconds. */
export const startSlowProxy = async (port: number, seed: number) => {
  const random = seeded(seed)
  const slowness = { mostMs: 0 }
  const sockets = new Set<Socket>()
  const delayMs = (): number => random() * slowness.mostMs
  const server = createServer((caller) => {
    const target = open(port, '127.0.0.1')
    for (const socket of [caller, target]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('close', () => sockets.delete(socket))
    }
    passOn(caller, target, delayMs)
    passOn(target, caller, delayMs)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    slowness,
    stop(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
