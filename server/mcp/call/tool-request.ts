import { type CallRequest, noRepetition } from '@patchbay/core/context'
import { nextPart } from './fit-answer.ts'
import type { ToolBody } from './tool-body.ts'

/** A tool call for core/call, which reads the arguments, so that a refused tool call is audited like every refused call. */
export const createToolRequest = (
  domain: string,
  resultBytes: number,
  read: () => Promise<ToolBody>,
): CallRequest<ToolBody> => ({
  domain,
  read,
  asText: ({ body, found }) => (found ? undefined : JSON.stringify(body)),
  parse: ({ body }) => body,
  noCache: ({ isFresh = false }) => isFresh,
  repetition: ({ repetition = noRepetition }) => repetition,
  replay: ({ found }) => found && nextPart(found, resultBytes),
})
