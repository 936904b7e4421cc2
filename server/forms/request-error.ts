import type { GatewayError } from '@patchbay/core/errors'

/** A request that its endpoint can't take. OAuth has codes of its own; pages show the message alone. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError'

  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** The headers of an error's answer, e.g. how long to wait. */
export const errorHeaders = (error: RequestError | GatewayError): Readonly<Record<string, string>> => {
  if (error instanceof RequestError) return error.headers
  const { retryAfter, headers } = error.extras
  return { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
}
