import { isJsonObject } from '@patchbay/core/json-object'
import type { Exchange } from '../http/exchange.ts'
import { readText } from '../http/read/bodies.ts'
import { parseStrictValue } from '../http/read/strict-json.ts'
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

const isJson = /^application\/json\s*(;.*)?$/i

/** The texts and numbers of a JSON object as parameters; a list is one that is repeated. */
const readJsonParameters = (text: string): ReadonlyMap<string, string> => {
  let body: unknown
  try {
    body = parseStrictValue(text)
  } catch {
    throw new RequestError('invalid_request', 'The body is not valid JSON')
  }
  if (!isJsonObject(body)) throw new RequestError('invalid_request', 'The body must be a JSON object or a form')
  const entries = Object.entries(body).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] =>
        typeof one === 'string' || typeof one === 'number' ? [[name, `${one}`]] : [],
      ),
  )
  return readParameters(new URLSearchParams(entries))
}

/**
 * The parameters of a client's request, in a form (RFC 6749, section 3.2), which may be sent without its type, or in a JSON object, as some clients
 * write it. For endpoints that no browser's form is sent to. Throws `invalid_request` and PAYLOAD_TOO_LARGE.
 */
export const readClientForm = async (exchange: Exchange): Promise<ReadonlyMap<string, string>> => {
  const type = exchange.request.headers.get('content-type') ?? ''
  if (type !== '' && !isJson.test(type)) return readForm(exchange)
  const text = await readInTime(readText(exchange, limit))
  return type === '' ? readParameters(new URLSearchParams(text)) : readJsonParameters(text)
}

/** The parameter's value. Throws `invalid_request` when it is missing. */
export const requireParameter = (parameters: ReadonlyMap<string, string>, name: string): string => {
  const value = parameters.get(name)
  if (value === undefined) throw new RequestError('invalid_request', `The parameter ${name} is missing`)
  return value
}
