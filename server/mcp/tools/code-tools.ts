import { invalid } from '@patchbay/core/errors'
import { type ToolArguments, type ToolDefinition, toolSchema } from '@patchbay/core/schema'
import Type from 'typebox'
import { readArguments } from './read-arguments.ts'
import { runLimits } from './run-limits.ts'

const codeArguments = Type.Object(
  {
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: runLimits.codeBytes,
        description:
          'The body of an async function, in JavaScript or TypeScript. `return` gives the result. It has `await call(provider, action, parameters, {account_id?, idempotency_key?})`, which gives the `data` of the answer itself, `parameters`, `await sleep(ms)`, console, timers, URL, structuredClone, btoa, TextEncoder, crypto.randomUUID and typed arrays; no network, modules or Intl. Await every call',
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Values for the code, as `parameters`' }),
    ),
    resume: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'With `code`: the `run_id` of a run that failed. Its calls that the mended code makes equally are answered from it, not made again',
      }),
    ),
    run_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Id of a run that was running or waits for approval: resumes it, or waits for its result',
      }),
    ),
    continuation: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The `continuation` of a truncated result: returns the next part' }),
    ),
  },
  { additionalProperties: false },
)

export type CodeArguments = Type.Static<typeof codeArguments>

/** Throws VALIDATION_ERROR. */
export const readCodeArguments = (toolArguments: ToolArguments): CodeArguments => {
  const { value: args } = readArguments(codeArguments, toolArguments)
  const { code, run_id: runId, continuation } = args
  if ([code, runId, continuation].filter((one) => one !== undefined).length !== 1)
    throw invalid('', 'must have one of code, run_id and continuation')
  if (args.resume !== undefined && code === undefined) throw invalid('/resume', 'goes with `code`: the mended code')
  if (code !== undefined && Buffer.byteLength(code) > runLimits.codeBytes)
    throw invalid('/code', `must have at most ${runLimits.codeBytes} bytes`)
  return args
}

const texts = {
  run_read: {
    title: 'Run code that reads',
    description:
      'Runs code that calls actions which only read, e.g. to join, filter and count what they answer. Only what the code returns comes back.',
  },
  run_code: {
    title: 'Run code',
    description: 'Runs code that calls actions which read or change something. Only what the code returns comes back.',
  },
} as const

/** The tools that run code, or the one for reads if the caller may change nothing. */
export const codeTools = (mayWrite: boolean): ToolDefinition[] =>
  (mayWrite ? (['run_read', 'run_code'] as const) : (['run_read'] as const)).map((name) => ({
    name,
    ...texts[name],
    inputSchema: toolSchema(codeArguments),
    annotations: {
      readOnlyHint: name === 'run_read',
      destructiveHint: name === 'run_code',
      idempotentHint: name === 'run_read',
      openWorldHint: true,
    },
  }))
