import type { FetchAnswer } from '../fetch/index.ts'

/** The server answered with an HTTP status that is no success. */
export class RefusedByServer extends Error {
  constructor(readonly answer: FetchAnswer) {
    super(`the server answered ${answer.status}`)
  }
}

/** The server answered with an error of JSON-RPC. */
export class ErrorOfServer extends Error {
  constructor(
    message: string,
    /** The code of JSON-RPC; `undefined`: the server asks for something that the gateway doesn't give. */
    readonly code: number | undefined,
    readonly data?: unknown,
  ) {
    super(message)
  }
}
