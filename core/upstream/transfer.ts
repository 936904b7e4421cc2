import type { Deadline } from '../context/index.ts'
import { StreamedBody } from '../encoding/streamed-body.ts'
import { GatewayError } from '../errors.ts'
import type { FetchRequest } from '../fetch/index.ts'
import { freeing, isFileName, type NewFile, readMediaType } from '../files/index.ts'
import { kindByType } from './answer/answer-content.ts'
import type { ProviderRequest } from './authentication.ts'
import type { RequestPlan } from './plan.ts'

/** Turns providers' answers into files. */
export interface AnswerToFile {
  /** Answers with at most so many bytes stay as they are. `head`: the first bytes. */
  readonly over: (mediaType: string, head: Uint8Array) => number
  /** True if the caller asked for a file. */
  readonly isAsked: boolean
  /** Returns the file as its caller sees it. */
  keep(about: Omit<NewFile, 'hasLink'>, pieces: AsyncIterable<Uint8Array>): Promise<AnsweredFile>
}

export interface AnsweredFile {
  readonly bytes: number
}

/** Passes the pieces of a body on, and extends the deadline: a transfer may take longer than a call as long as it makes progress. */
async function* tellProgress(pieces: AsyncIterable<Uint8Array>, deadline: Deadline): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    deadline.progressed()
    yield piece
  }
}

/** The body as it is sent before a deadline. */
export const sendBefore = (deadline: Deadline, body: ProviderRequest['body']): FetchRequest['body'] =>
  body instanceof StreamedBody ? { length: body.length, pieces: () => tellProgress(body.pieces(), deadline) } : body

/** The name of a download (RFC 6266); `null`: it has no name that a file can have. */
const readFilename = (headers: Headers): string | null => {
  const header = headers.get('content-disposition') ?? ''
  const [, encoded] = /;\s*filename\*=utf-8''([^;\s]+)/i.exec(header) ?? []
  const [, quoted, bare] = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  try {
    const name =
      encoded === undefined ? (quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '') : decodeURIComponent(encoded)
    return isFileName(name) ? name : null
  } catch {
    return null
  }
}

async function* chain(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** The bytes by which a content shows what it is. */
const headBytes = 16

/** One answer whose bytes may become a file. */
export class TakenAnswer {
  /** The file. */
  file: AnsweredFile | undefined
  /** The reason why the file wasn't stored; unset if the connection failed. */
  failure: GatewayError | undefined

  constructor(
    readonly plan: RequestPlan,
    readonly deadline: Deadline,
    readonly toFile: AnswerToFile,
  ) {}

  /** True if a file is made of the answer: its caller asked for one, or it holds what no caller can use otherwise. */
  isWanted(headers: Headers): boolean {
    const { trustsContentType } = this.plan.call.action
    return this.toFile.isAsked || !trustsContentType || (kindByType(headers) ?? 'bytes') === 'bytes'
  }

  /** Returns the bytes that stay in the answer. */
  async take(headers: Headers, received: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
    const pieces = tellProgress(received, this.deadline)
    const first: Uint8Array[] = []
    let size = 0
    const type = headers.get('content-type') ?? ''
    let over = this.toFile.over(type, new Uint8Array())
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      first.push(next.value)
      if (size < headBytes) over = this.toFile.over(type, Buffer.concat(first).subarray(0, headBytes))
      size += next.value.length
      if (size > over && size >= headBytes) break
    }
    if (size <= over) return Buffer.concat(first)
    const clean = this.plan.redaction.pieces(freeing(chain(first, pieces)))
    try {
      this.file = await this.toFile.keep(
        {
          name: readFilename(headers),
          mediaType: readMediaType(headers.get('content-type') ?? '') ?? 'application/octet-stream',
        },
        clean,
      )
    } catch (error) {
      if (error instanceof GatewayError) this.failure = error
      throw error
    } finally {
      // Ends the connection if not everything was read.
      await pieces.return(undefined)
    }
    return new Uint8Array()
  }
}
