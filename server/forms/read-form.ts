import type { Exchange } from '../http/exchange.ts'
import { readText } from '../http/read/bodies.ts'
import { readInTime } from './read-in-time.ts'
import { RequestError } from './request-error.ts'

/** Far more than any client needs: a code, a verifier and a state are some hundred bytes. */
const limit = { ownBytes: 32_768 }

const isForm = /^application\/x-www-form-urlencoded\s*(;.*)?$/i

/** The only parameter that may be repeated (RFC 8707, section 2): its values, which have no spaces, stand one behind the other. */
const repeatable = 'resource'

/**
 * Parameters by name. An empty parameter counts as absent, an unknown one is ignored (RFC 6749, section 3.1), and one that is
 * repeated with the same value counts once. Throws `invalid_request` for a parameter with several values.
 */
export const readParameters = (encoded: URLSearchParams): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>()
  for (const [name, value] of encoded) {
    const before = parameters.get(name)
    if (before === undefined) parameters.set(name, value)
    else if (name === repeatable) parameters.set(name, `${before} ${value}`)
    else if (before !== value)
      throw new RequestError('invalid_request', `The parameter ${name} is repeated; send it once`)
  }
  for (const [name, value] of parameters) if (value === '') parameters.delete(name)
  return parameters
}

/** The parameters of a form. Throws `invalid_request` for a body that is not a form, and PAYLOAD_TOO_LARGE. */
export const readForm = async (exchange: Exchange): Promise<ReadonlyMap<string, string>> => {
  if (!isForm.test(exchange.request.headers.get('content-type') ?? '')) {
    throw new RequestError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded')
  }
  return readParameters(new URLSearchParams(await readInTime(readText(exchange, limit))))
}

/** The parameter's value. Throws `invalid_request` when it is missing. */
export const requireParameter = (parameters: ReadonlyMap<string, string>, name: string): string => {
  const value = parameters.get(name)
  if (value === undefined) throw new RequestError('invalid_request', `The parameter ${name} is missing`)
  return value
}
