import { type CallRequest, type Data, noRepetition } from '@patchbay/core/context'
import { nextPart } from './fit-answer.ts'
import type { ToolBody } from './tool-body.ts'

/** A tool call for core/call, which reads the arguments, so that a refused tool call is audited like every refused call. */
export const createToolRequest = (
  domain: string,
  resultBytes: number,
  read: () => Promise<ToolBody>,
  answered?: (data: Data) => void,
): CallRequest<ToolBody> => ({
  domain,
  read,
  ...(answered && { answered }),
  asText: ({ body, found }) => (found ? undefined : JSON.stringify(body)),
  parse: ({ body }) => body,
  noCache: ({ isFresh = false }) => isFresh,
  repetition: ({ repetition = noRepetition }) => repetition,
  replay: ({ found }) => found && nextPart(found, resultBytes),
})
