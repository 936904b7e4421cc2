import { markNumbers, unmarkNumbers } from '@patchbay/core/exact-json'
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { runLimits } from '../../tools/run-limits.ts'
import { answerUrl } from './answer-url.ts'
import { createRuntime, intrinsics, processorMs } from './engine.ts'
import { guestSource, messageCharacters } from './guest/guest.ts'
import type { CallResult, ParkedCall, RunEnd, RunFailure, RunRequest } from './messages.ts'
import { quoteLine } from './other-languages.ts'
import { CodeSyntaxError, stripTypes } from './strip-types.ts'

/** Jobs between two looks at what the code has used. */
const jobsAtOnce = 1000

/** A run of code: it makes calls by `send`, whose results come by `settle`, says by `rest` that it waits for them, and ends once, by `end`. */
export interface SandboxRun {
  settle(result: CallResult): void
  park(call: ParkedCall): void
}

interface Host {
  send(id: number, json: string): void
  rest(results: number): void
  end(end: RunEnd): void
  /** The process has no room for another run. */
  unfit(): void
}

type Outcome = RunEnd['outcome']

class CodeRun implements SandboxRun {
  readonly #logs: string[] = []
  #calls = 0
  #waits = 0
  /** The secret mark of numbers that no number of JavaScript holds, on their way to the code and back. */
  readonly #mark = `number ${crypto.randomUUID()} `
  #results = 0
  #parked = 0
  readonly #usedBefore = processorMs()
  #guest: Readonly<Record<'start' | 'settle' | 'park' | 'explain', QuickJSHandle>> | undefined
  #hasEnded = false

  constructor(
    readonly request: RunRequest,
    readonly runtime: QuickJSRuntime,
    readonly context: QuickJSContext,
    readonly host: Host,
  ) {
    runtime.setInterruptHandler(() => this.#hasEnded || this.#usedMs() > this.request.cpuMs)
  }

  begin(code: string): void {
    const { context, request } = this
    this.#guard(() => {
      const guest = this.#unwrap(context.evalCode(guestSource, '<patchbay>'))
      const functions = this.#unwrap(
        context.callFunction(
          guest,
          context.undefined,
          this.#function((id, json) => this.#call(context.getNumber(id), this.#text(json, runLimits.callBytes))),
          this.#function((line) => this.#log(this.#text(line, runLimits.logCharacters))),
          this.#function((json) => this.#finish(this.#text(json, runLimits.resultBytes))),
          this.#function((json, message) =>
            this.#fail(this.#text(json, runLimits.callBytes), this.#text(message, messageCharacters)),
          ),
          context.newFunction('', (request) => context.newString(answerUrl(this.#text(request, runLimits.callBytes)))),
          context.newNumber(request.seed),
          context.newNumber(request.startedAt),
          context.newString(this.#mark),
          context.newString(request.entropy),
        ),
      )
      this.#guest = {
        start: context.getProp(functions, 'start'),
        settle: context.getProp(functions, 'settle'),
        park: context.getProp(functions, 'park'),
        explain: context.getProp(functions, 'explain'),
      }
      const main = this.#unwrap(context.evalCode(code, '<code>'))
      this.#unwrap(
        context.callFunction(
          this.#guest.start,
          context.undefined,
          main,
          context.newString(markNumbers(request.parameters, this.#mark)),
        ),
      )
    })
  }

  settle({ id, isError, json, now, beside = '' }: CallResult): void {
    const { context } = this
    this.#results++
    this.#guard(() => {
      using answer = context.newString(markNumbers(json, this.#mark))
      using number = context.newNumber(id)
      using at = context.newNumber(now)
      using extras = context.newString(beside === '' ? '' : markNumbers(beside, this.#mark))
      const settle = this.#guest?.settle ?? context.undefined
      const failed = isError ? context.true : context.false
      this.#unwrap(context.callFunction(settle, context.undefined, number, failed, answer, at, extras)).dispose()
    })
  }

  park({ id }: ParkedCall): void {
    const { context } = this
    this.#parked++
    this.#guard(() => {
      using number = context.newNumber(id)
      const park = this.#guest?.park ?? context.undefined
      this.#unwrap(context.callFunction(park, context.undefined, number)).dispose()
    })
  }

  /** Runs a piece of the code, and what it has set off. */
  #guard(work: () => void): void {
    if (this.#hasEnded) return
    try {
      work()
      this.#runJobs()
      if (this.#hasEnded) return
      if (this.#calls + this.#waits > this.#results) this.host.rest(this.#results + this.#parked)
      else this.#end({ failure: 'thrown', message: 'the code waits for what never comes' })
    } catch (error) {
      this.#endBy(error)
    }
  }

  #runJobs(): void {
    while (!this.#hasEnded && this.runtime.hasPendingJob()) {
      const done = this.runtime.executePendingJobs(jobsAtOnce)
      if (done.error) throw this.#readError(done.error)
      if (this.#usedMs() > this.request.cpuMs) throw new Error('interrupted')
    }
  }

  #usedMs(): number {
    return processorMs() - this.#usedBefore
  }

  #function(work: (...args: QuickJSHandle[]) => void): QuickJSHandle {
    return this.context.newFunction('', (...args) => {
      work(...args)
    })
  }

  /** A text of the code; `undefined`: it is longer than `most`, and stays in the engine's memory. */
  #text(handle: QuickJSHandle, most: number): string | undefined {
    const { context } = this
    if (context.typeof(handle) !== 'string') return ''
    using length = context.getProp(handle, 'length')
    return context.getNumber(length) <= most ? unmarkNumbers(context.getString(handle), this.#mark) : undefined
  }

  #unwrap(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw this.#readError(result.error)
    return result.value
  }

  /** The code's uncaught error. An engine without memory can't even describe it. */
  #readError(handle: QuickJSHandle): Error {
    const { context } = this
    const explain = this.#guest?.explain
    if (!explain) return new Error('the code could not be started')
    const explained = context.callFunction(explain, context.undefined, handle)
    const message = explained.error ? '' : this.#text(explained.value, messageCharacters)
    explained.dispose()
    return new Error(message || 'out of memory')
  }

  #call(id: number, json: string | undefined): void {
    if (this.#hasEnded) return
    if (id >= runLimits.firstWait) this.#wait(id, json)
    else if (id >= runLimits.calls || ++this.#calls > runLimits.calls)
      this.#end({ failure: 'thrown', message: `the code made more than ${runLimits.calls} calls` })
    else if (json === undefined || Buffer.byteLength(json) > runLimits.callBytes)
      this.#end({ failure: 'thrown', message: `a call sent more than ${runLimits.callBytes} bytes` })
    else this.host.send(id, json)
  }

  #wait(id: number, json = ''): void {
    if (++this.#waits > runLimits.waits)
      this.#end({ failure: 'thrown', message: `the code waited more than ${runLimits.waits} times` })
    else this.host.send(id, json)
  }

  #log(line: string | undefined): void {
    if (line !== undefined) this.#logs.push(line)
  }

  #finish(json: string | undefined): void {
    if (json === undefined || Buffer.byteLength(json) > runLimits.resultBytes)
      this.#end({
        failure: 'thrown',
        message: `the code returned more than ${runLimits.resultBytes} bytes: return less`,
      })
    else this.#end(json === '' ? {} : { json })
  }

  /** A message that can't be read is one for which there was no memory. */
  #fail(json = '', message?: string): void {
    if (json !== '') this.#end({ failure: 'call', message: message || 'its error can not be shown', json })
    else this.#endBy(new Error(message || 'out of memory'))
  }

  #endBy(error: unknown): void {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (this.#usedMs() > this.request.cpuMs) {
      this.#end({
        failure: 'cpu',
        message: `the code used more than ${this.request.cpuMs / 1000} s of processor time`,
      })
      return
    }
    const failure: RunFailure = /out of memory/i.test(message) ? 'memory' : 'thrown'
    const shown =
      failure === 'memory'
        ? `the code used more than ${runLimits.memoryBytes / 2 ** 20} MiB of memory`
        : quoteLine(message, this.request.code)
    // A trap of the WebAssembly module isn't the code's own error.
    this.#end({ failure, message: shown }, error instanceof WebAssembly.RuntimeError)
  }

  #end(outcome: Outcome, isSpent = false): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const [logs, calls, cpuMs] = [this.#logs, this.#calls, Math.round(this.#usedMs())]
    this.host.end({ kind: 'end', logs, calls, cpuMs, outcome, isSpent })
  }
}

/**
 * Begins a run. What the code may use is bounded, but for time in single steps of the engine: whoever started the process watches that.
 * A missing engine in a process that has run code before is the fault of the process, not of the code.
 */
export const startRun = async (request: RunRequest, host: Host, isFirst: boolean): Promise<SandboxRun | undefined> => {
  try {
    const code = stripTypes(request.code)
    const runtime = await createRuntime()
    const run = new CodeRun(request, runtime, runtime.newContext({ intrinsics }), host)
    run.begin(code)
    return run
  } catch (error) {
    const isSyntax = error instanceof CodeSyntaxError
    if (!isSyntax && !isFirst) {
      host.unfit()
      return undefined
    }
    const message = isSyntax ? error.message : 'the code could not be started'
    const outcome = { failure: isSyntax ? 'syntax' : 'thrown', message } as const
    host.end({ kind: 'end', logs: [], calls: 0, cpuMs: 0, outcome, isSpent: !isSyntax || error.isSpent })
    return undefined
  }
}
