import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  DefaultIntrinsics,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { runLimits } from '../../tools/run-limits.ts'
import { guestSource } from './guest.ts'
import type { CallResult, RunEnd, RunFailure, RunRequest } from './messages.ts'
import { CodeSyntaxError, stripTypes } from './strip-types.ts'

const pageBytes = 2 ** 16
/** What the module itself needs when it starts. */
const initialPages = 256
const stackBytes = 256 * 2 ** 10
/** Jobs between two looks at what the code has used. */
const jobsAtOnce = 1000

/** Typed arrays and proxies are of no use for JSON, and a way to use much memory and time in one step. */
const intrinsics = { ...DefaultIntrinsics, TypedArrays: false, Proxy: false, StringNormalize: false }

/** Each run has an instance of its own, whose memory can't grow beyond the limit: QuickJS's own limit doesn't hold for all. */
const createRuntime = async (): Promise<QuickJSRuntime> => {
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum: runLimits.memoryBytes / pageBytes })
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickJs.newRuntime()
  runtime.setMaxStackSize(stackBytes)
  return runtime
}

/** The processor time of this process, which runs nothing else meanwhile. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A run of code: it makes calls by `send`, whose results come by `settle`, and ends once, by `end`. */
export interface SandboxRun {
  settle(result: CallResult): void
}

interface Host {
  send(id: number, json: string): void
  end(end: RunEnd): void
}

type Outcome = RunEnd['outcome']

class CodeRun implements SandboxRun {
  readonly #logs: string[] = []
  #logCharacters = 0
  #calls = 0
  #atOnce = 0
  readonly #waiting: (readonly [id: number, json: string])[] = []
  readonly #usedBefore = processorMs()
  #guest: { readonly start: QuickJSHandle; readonly settle: QuickJSHandle } | undefined
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
      const made = this.#unwrap(
        context.callFunction(
          guest,
          context.undefined,
          this.#function((id, json) => this.#call(context.getNumber(id), this.#text(json))),
          this.#function((line) => this.#log(this.#text(line))),
          this.#function((json) => this.#finish(this.#text(json))),
          this.#function((json, message) => this.#fail(this.#text(json), this.#text(message))),
          context.newNumber(request.seed),
          context.newNumber(request.startedAt),
        ),
      )
      this.#guest = { start: context.getProp(made, 'start'), settle: context.getProp(made, 'settle') }
      const main = this.#unwrap(context.evalCode(code, '<code>'))
      this.#unwrap(
        context.callFunction(this.#guest.start, context.undefined, main, context.newString(request.parameters)),
      )
    })
  }

  settle({ id, isError, json, now }: CallResult): void {
    const { context } = this
    this.#atOnce--
    this.#sendNext()
    this.#guard(() => {
      using answer = context.newString(json)
      using number = context.newNumber(id)
      using at = context.newNumber(now)
      const settle = this.#guest?.settle ?? context.undefined
      const failed = isError ? context.true : context.false
      this.#unwrap(context.callFunction(settle, context.undefined, number, failed, answer, at)).dispose()
    })
  }

  /** Runs a piece of the code, and what it has set off. */
  #guard(work: () => void): void {
    if (this.#hasEnded) return
    try {
      work()
      this.#runJobs()
      if (!this.#hasEnded && this.#atOnce === 0 && this.#waiting.length === 0)
        this.#end({ failure: 'thrown', message: 'the code waits for what never comes' })
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

  #function(work: (...given: QuickJSHandle[]) => void): QuickJSHandle {
    return this.context.newFunction('', (...given) => {
      work(...given)
    })
  }

  #text(handle: QuickJSHandle): string {
    return this.context.typeof(handle) === 'string' ? this.context.getString(handle) : ''
  }

  #unwrap(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw this.#readError(result.error)
    return result.value
  }

  /** What the code threw where nothing could catch it. */
  #readError(handle: QuickJSHandle): Error {
    const { name, message, stack } = Object(this.context.dump(handle)) as Record<string, unknown>
    const [, line] = /<code>:(\d+)/.exec(String(stack)) ?? []
    const at = line === undefined ? '' : ` (line ${Number(line) - 1})`
    return new Error(message === 'interrupted' ? 'interrupted' : `${name ?? 'Error'}: ${message ?? ''}${at}`)
  }

  #call(id: number, json: string): void {
    if (this.#hasEnded) return
    if (++this.#calls > runLimits.calls) {
      this.#end({ failure: 'thrown', message: `the code made more than ${runLimits.calls} calls` })
      return
    }
    if (Buffer.byteLength(json) > runLimits.callBytes) {
      this.#end({ failure: 'thrown', message: `a call sent more than ${runLimits.callBytes} bytes` })
      return
    }
    this.#waiting.push([id, json])
    this.#sendNext()
  }

  #sendNext(): void {
    while (this.#atOnce < runLimits.callsAtOnce) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#atOnce++
      this.host.send(...next)
    }
  }

  #log(line: string): void {
    const room = runLimits.logCharacters - this.#logCharacters
    if (room <= 0 || this.#logs.length >= runLimits.logLines) return
    const shown = line.slice(0, room)
    this.#logCharacters += shown.length
    this.#logs.push(shown)
  }

  #finish(json: string): void {
    if (Buffer.byteLength(json) > runLimits.resultBytes)
      this.#end({
        failure: 'thrown',
        message: `the code returned more than ${runLimits.resultBytes} bytes: return less`,
      })
    else this.#end({ json })
  }

  #fail(json: string, message: string): void {
    if (json !== '') this.#end({ failure: 'call', message, json })
    else this.#endBy(new Error(message))
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
    const failure: RunFailure = message.includes('out of memory') ? 'memory' : 'thrown'
    const shown =
      failure === 'memory' ? `the code used more than ${runLimits.memoryBytes / 2 ** 20} MiB of memory` : message
    // A trap of the WebAssembly module isn't the code's own error.
    this.#end({ failure, message: shown.slice(0, 2000) }, error instanceof WebAssembly.RuntimeError)
  }

  #end(outcome: Outcome, isSpent = false): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const [logs, calls, cpuMs] = [this.#logs, Math.min(this.#calls, runLimits.calls), Math.round(this.#usedMs())]
    this.host.end({ kind: 'end', logs, calls, cpuMs, outcome, isSpent })
  }
}

/** Begins a run. What the code may use is bounded, but for time in single steps of the engine: whoever started the process watches that. */
export const startRun = async (request: RunRequest, host: Host): Promise<SandboxRun | undefined> => {
  try {
    const code = stripTypes(request.code)
    const runtime = await createRuntime()
    const run = new CodeRun(request, runtime, runtime.newContext({ intrinsics }), host)
    run.begin(code)
    return run
  } catch (error) {
    const isSyntax = error instanceof CodeSyntaxError
    const message = isSyntax ? error.message : 'the code could not be started'
    const outcome = { failure: isSyntax ? 'syntax' : 'thrown', message } as const
    host.end({ kind: 'end', logs: [], calls: 0, cpuMs: 0, outcome, isSpent: !isSyntax || error.isSpent })
    return undefined
  }
}
