import { type CallRequest, type Data, noRepetition, type Repetition } from '@patchbay/core/context'
import { nextPart } from './answer/fit-answer.ts'
import type { ToolBody } from './tool-body.ts'

/**
 * A tool call for core/call, which reads the arguments, so that a refused tool call is audited like every refused call. A class, as five
 * functions would be made for each call otherwise.
 */
export class ToolRequest implements CallRequest<ToolBody> {
  constructor(
    readonly domain: string,
    readonly resultBytes: number,
    readonly read: () => ToolBody | Promise<ToolBody>,
    readonly answered: (data: Data) => void = () => undefined,
  ) {}

  asText({ body, part }: ToolBody): string | undefined {
    return part ? undefined : JSON.stringify(body)
  }

  parse({ body }: ToolBody): Record<string, unknown> {
    return body
  }

  noCache({ isFresh = false }: ToolBody): boolean {
    return isFresh
  }

  repetition({ repetition = noRepetition }: ToolBody): Repetition {
    return repetition
  }

  replay({ part }: ToolBody): Data | undefined {
    return part && nextPart(part, this.resultBytes)
  }
}
