import { accountKey, type CallRecord } from '@patchbay/core/context'
import { showJson, showJsonText } from '@patchbay/core/shown-text'
import { currentMs, isoTime } from '@patchbay/core/time'
import pino, { type Logger, type LoggerOptions } from 'pino'
import { redactLog } from './redact-log.ts'

const batchBytes = 8192
const flushMs = 500
/** The most unwritten bytes; further lines are lost. */
const mostUnwrittenBytes = 2 ** 22
/** The longest time for writing the last lines. */
const lastLinesMs = 1000

export interface Log extends Logger {
  /** Writes a line with these members (at least one). It costs a third of `info()`. */
  line(members: Readonly<Record<string, unknown>>, level?: LineLevel): void
  /** Writes the line of an exchange that answered one call. `code` is the code of its error. */
  callLine(exchange: LoggedExchange, call: CallRecord, code?: string): void
  /** Resolves when everything that was logged is written. Later lines are dropped. */
  close(): Promise<void>
}

type LineLevel = 'info' | 'error'

const faults = new Set(['INTERNAL_ERROR', 'UNAVAILABLE', 'TIMEOUT'])

/** Every 5xx is `error`, the vendor's own as well. A refusal is `info`. A tool call's fault is an answer with 200. */
export const chooseLogLevel = (status: number, code: unknown): LineLevel =>
  status >= 500 || faults.has(code as string) ? 'error' : 'info'

/** The first members of each exchange's line. `ms` is how long the exchange took. */
export interface LoggedExchange {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly ip: string
  readonly request_id: string
}

const textMember = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":"${value}"`

/**
 * Only the reason is escaped and shown: the others are names of ours (codegen checks those of actions), and ids and addresses checked by a
 * pattern.
 */
const callText = (exchange: LoggedExchange, call: CallRecord, code: string | undefined): string => {
  const { method, route, status, ms, ip, request_id } = exchange
  const common = `"method":"${method}","route":"${route}","status":${status},"ms":${ms},"ip":"${ip}","request_id":"${request_id}"`
  const account = textMember('tenant', call.tenantId) + textMember('key', accountKey(call))
  const called = `${common}${account}${textMember('action', call.action)}${textMember('cache', call.cache)}`
  return code === undefined ? called : `${called},"code":"${code}","reason":${showJson(call.reason ?? null)}`
}

/** Errors are left to their serializer. */
const redactMembers = ({ err, ...members }: Record<string, unknown>): Record<string, unknown> => ({
  ...(err !== undefined && { err }),
  ...(redactLog(members) as Record<string, unknown>),
})

const redactMessage: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method) {
  method.apply(this, args.map((each) => (typeof each === 'string' ? redactLog(each) : each)) as typeof args)
}

/**
 * Writes one line of JSON per event to stdout. Lines are joined before they reach the destination, which measures and copies
 * each string: a single line would cost more than the rest of a cached call.
 */
export const createLog = (level: string): Log => {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: mostUnwrittenBytes })
  // Nobody reads the lines any more, or their disk is full: no reason to end the gateway.
  destination.on('error', () => undefined)
  let lines = ''
  let closed = false
  const pass = (): void => {
    if (lines !== '') destination.write(lines)
    lines = ''
  }
  const write = (line: string): void => {
    if (closed) return
    lines += line
    if (lines.length >= batchBytes) pass()
  }
  const timer = setInterval(pass, flushMs)
  timer.unref()
  const close = async (): Promise<void> => {
    clearInterval(timer)
    pass()
    closed = true
    // Not flushSync(): it skips what an asynchronous write has already taken, which is lost when the process exits.
    const { promise, resolve } = Promise.withResolvers<void>()
    destination.once('close', resolve)
    destination.once('error', () => resolve())
    const patience = setTimeout(resolve, lastLinesMs)
    destination.end()
    await promise
    clearTimeout(patience)
    // Unwritten lines are dropped: the exit of the process would otherwise retry them for as long as writing fails.
    destination.destroy()
  }
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error) => redactLog(pino.stdSerializers.err(error)) },
      formatters: { log: redactMembers, level: (label) => ({ level: label }) },
      hooks: { logMethod: redactMessage },
    },
    { write: (line: string) => write(showJsonText(line)) },
  )
  const writeLine = (level: LineLevel, members: string): void => {
    if (logger.isLevelEnabled(level)) write(`{"level":"${level}","time":"${isoTime(currentMs())}",${members}\n`)
  }
  return Object.assign(logger, {
    line: (members: Readonly<Record<string, unknown>>, level: LineLevel = 'info') =>
      writeLine(level, showJsonText(JSON.stringify(members)).slice(1)),
    callLine: (exchange: LoggedExchange, call: CallRecord, code?: string) =>
      writeLine(chooseLogLevel(exchange.status, code), `${callText(exchange, call, code)}}`),
    close,
  })
}
