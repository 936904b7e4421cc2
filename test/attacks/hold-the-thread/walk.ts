import { longestTurn, slowness } from '../../thread-time.ts'
import type { HostileRequest } from './request.ts'

/** The cost of one request. */
export interface Cost {
  readonly request: HostileRequest
  readonly status: number
  /** The longest time for which the thread was held, on the machine where the limit was set: the best of the tries. */
  readonly ms: number
}

const mostTries = 5

const machine = slowness()

/** Sends a request, until it is cheap enough or was sent five times. */
export const costOf = async (url: string, request: HostileRequest, enoughMs: number): Promise<Cost> => {
  const { method, path, headers, body } = request
  const bytes = body === undefined ? undefined : Buffer.from(body())
  let status = 0
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostTries && least > enoughMs; tries++) {
    const took = await longestTurn(async () => {
      const answer = await fetch(url + path, {
        method,
        redirect: 'manual',
        ...(headers && { headers }),
        ...(bytes && { body: bytes }),
      })
      status = answer.status
      await answer.arrayBuffer()
    })
    // The machine is measured again only if it may decide.
    least = Math.min(least, took <= enoughMs ? took / machine : took / slowness())
  }
  return { request, status, ms: least }
}
