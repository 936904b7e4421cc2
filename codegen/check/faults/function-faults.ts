import { describeThrown } from '@patchbay/core/errors'
import type { AnyProvider } from '@patchbay/core/provider'

export const isAsync = (member: string): string =>
  `\`${member}\` is async, but core needs what it returns at once: make it a plain function, without await`

/**
 * The fault of an async function whose result core uses at once. It isn't called, as it would still run after codegen
 * has ended.
 */
export const asyncFaults = (member: string, value: unknown): string[] =>
  Object.prototype.toString.call(value) === '[object AsyncFunction]' ? [isAsync(member)] : []

/** Sample bodies: vendors, and the proxies in front of them, send errors of any shape, or without a body. */
const answers: readonly unknown[] = [null, { message: 'm', error: 'e' }, {}, [], 'text', undefined]

/** The faults of a provider's `failure`, found by calling it with sample responses. */
export const failureFaults = (failure: AnyProvider['failure']): string[] => {
  if (failure === undefined) return []
  if (typeof failure !== 'function') return ['`failure` is not a function: write `failure: (body, answer) => ...`']
  const asynchronous = asyncFaults('failure', failure)
  if (asynchronous.length > 0) return asynchronous
  return [400, 200].flatMap((status) => answers.flatMap((body) => callFaults(failure, body, status))).slice(0, 1)
}

const callFaults = (failure: NonNullable<AnyProvider['failure']>, body: unknown, status: number): string[] => {
  const answer = `the answer ${JSON.stringify(body)} with status ${status}`
  try {
    const result: unknown = failure(body, { status, headers: new Headers() })
    if (result === undefined || typeof Object(result).message === 'string') return []
    return [
      `\`failure\` returns ${JSON.stringify(result)} for ${answer}: write messageAt('/message'), or return { message: '...' } or undefined`,
    ]
  } catch (error) {
    return [
      `\`failure\` throws for ${answer} (${describeThrown(error)}): vendors answer anything, so read members of Object(body)`,
    ]
  }
}
