import { FetchError } from '../fetch/index.ts'
import { type AskedRequest, readMessages } from './straighten.ts'

const nothing = new Uint8Array()

/** The headers that the library reads. */
export const headersForLibrary = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'mcp-session-id', 'www-authenticate'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** The JSON of an answer for the library; `undefined`: it doesn't answer the request. Throws FetchError. */
export const jsonForLibrary = (text: string, request: AskedRequest): string | undefined => {
  try {
    const messages = readMessages(text, request)
    if (!messages.some(({ isAnswer }) => isAnswer)) return undefined
    const [first, ...others] = messages.map(({ json }) => json)
    return others.length === 0 ? first : `[${[first, ...others].join(',')}]`
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (error instanceof RangeError) throw new FetchError('garbled', error.message)
    throw error
  }
}

/** A stream of events, as the library reads it. `done`: it has ended; rejects with what ended it early. */
export const streamForLibrary = (
  events: AsyncGenerator<Uint8Array>,
): { readonly body: ReadableStream; readonly done: Promise<Uint8Array> } => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await events.next()
        if (!next.done) return controller.enqueue(next.value)
        controller.close()
        resolve(nothing)
      } catch (error) {
        const failure = error instanceof RangeError ? new FetchError('too-large', error.message) : error
        controller.error(failure)
        reject(failure)
      }
    },
    async cancel() {
      resolve(nothing)
      await events.return(undefined)
    },
  })
  return { body, done: promise }
}
