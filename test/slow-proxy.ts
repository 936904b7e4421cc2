import { createServer, connect as open, type Socket } from 'node:net'

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

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
  const random = seededRandom(seed)
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
