import { connect } from 'node:net'
import { isWhole, type RawAnswer, readAnswer } from './raw-request.ts'

/** A connection that carries one request after another, like a client's pooled connection. */
export const keepConnection = (url: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  let asked: PromiseWithResolvers<RawAnswer> | undefined
  let failure: Error | undefined

  const answerWhenWhole = (): void => {
    const bytes = Buffer.concat(received)
    if (!isWhole(bytes)) return
    asked?.resolve(readAnswer(bytes))
    asked = undefined
    received.length = 0
  }

  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    answerWhenWhole()
  })
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => {
    failure ??= new Error(`the connection was closed after ${Buffer.concat(received).length} bytes of an answer`)
    asked?.reject(failure)
  })
  return {
    /** Rejects where the connection ends before the whole answer has come. */
    ask(request: string): Promise<RawAnswer> {
      if (failure) return Promise.reject(failure)
      asked = Promise.withResolvers<RawAnswer>()
      socket.write(request)
      return asked.promise
    },
    close: () => socket.destroy(),
  }
}
