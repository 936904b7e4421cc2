import { setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { readPauseMs } from '@patchbay/core/fetch'

interface Question {
  readonly instructions: string
  readonly text: string
  /** A JSON Schema of the answer, and the name by which the endpoint knows it. */
  readonly schema: object
  readonly name: string
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

const usualPauseMs = 2000
/** An endpoint that wants a longer one is asked after the usual pause, once. */
const longestPauseMs = 60_000

/** The milliseconds until the endpoint may be asked again; `undefined`: this error isn't one that passes. */
const findPause = async (error: unknown): Promise<number | undefined> => {
  const { APICallError } = await import('@ai-sdk/provider')
  if (!(APICallError.isInstance(error) && error.isRetryable)) return undefined
  const { statusCode: status = 0, responseHeaders } = error
  const asked = readPauseMs({ status, headers: new Headers(responseHeaders) })
  return asked > 0 && asked < longestPauseMs ? asked : usualPauseMs
}

const readText = ({ content, structuredOutputText, finishReason }: LanguageModelV4GenerateResult): string => {
  // Of an answer that was cut off, even what happens to be JSON says less than the model meant.
  if (finishReason.unified !== 'stop') throw new TypeError(`the model ended with ${finishReason.unified}`)
  return structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/**
 * The JSON that the model answers, not yet held against the schema. An endpoint that is overloaded or can't be reached is asked a second
 * time. Throws the endpoint's error, the signal's reason, or what is wrong with the answer.
 */
export const askModel = async (
  model: LanguageModelV4,
  { instructions, text, schema, name, maxOutputTokens, signal }: Question,
): Promise<unknown> => {
  const options: LanguageModelV4CallOptions = {
    prompt: [
      { role: 'system', content: instructions },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    responseFormat: { type: 'json', schema, name },
    maxOutputTokens,
    abortSignal: signal,
  }
  const ask = () => model.doGenerate(options)
  let result: LanguageModelV4GenerateResult
  try {
    result = await ask()
  } catch (error) {
    const pauseMs = await findPause(error)
    if (pauseMs === undefined) throw error
    await sleep(pauseMs, undefined, { signal })
    result = await ask()
  }
  const answered = readText(result)
  try {
    return JSON.parse(answered)
  } catch (cause) {
    throw new TypeError('the model answered no JSON', { cause })
  }
}
