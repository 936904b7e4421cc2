import { type CallRequest, type Data, noRepetition, type Repetition } from '@patchbay/core/context'
import { nextPart } from './fit-answer.ts'
import type { ToolBody } from './tool-body.ts'

/** The reader of a tool call's arguments, which may also look at the provider's answer. */
interface ToolReader {
  read(): ToolBody | Promise<ToolBody>
  answered?(data: Data): void
}

/**
 * A tool call for core/call, which reads the arguments, so that a refused tool call is audited like every refused call. A class, as the
 * functions of an object would be made for each call.
 */
export class ToolRequest implements CallRequest<ToolBody> {
  constructor(
    readonly domain: string,
    readonly resultBytes: number,
    readonly reader: ToolReader,
  ) {}

  read(): ToolBody | Promise<ToolBody> {
    return this.reader.read()
  }

  answered(data: Data): void {
    this.reader.answered?.(data)
  }

  asText({ body, found }: ToolBody): string | undefined {
    return found ? undefined : JSON.stringify(body)
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

  replay({ found }: ToolBody): Data | undefined {
    return found && nextPart(found, this.resultBytes)
  }
}
