import { randomInt } from 'node:crypto'

/** Below the ports that Linux gives to connections and to whoever asks for any, so that nobody else is given it before its server starts. */
const first = 15_000
const last = 32_000

const isFree = (port: number): boolean => {
  try {
    Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}

/** A port that nobody listens on, for what can't take port 0. */
export const freePort = (): number => {
  let port = randomInt(first, last)
  while (!isFree(port)) port = randomInt(first, last)
  return port
}
