import { accountKey, type CallContext } from '@patchbay/core/context'
import { isoTime } from '@patchbay/core/iso-time'
import pino, { type Logger, type LoggerOptions } from 'pino'
import { redactLog } from './redact-log.ts'

const batchBytes = 8192
const flushMs = 500

export interface Log extends Logger {
  /** An `info` line of these members, at least one; a third of what `info()` costs. */
  line(members: Readonly<Record<string, unknown>>): void
  /** The same for an exchange that was one call; `code`: of its error. */
  callLine(exchange: LoggedExchange, context: CallContext, code?: string): void
  /** Resolves when all that was logged is written; nothing is from then on. */
  close(): Promise<void>
}

/** What the line of every exchange begins with. `ms`: how long it took. */
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

/** Written as text, as none of it can hold what JSON escapes: ids and addresses, each checked by its pattern, and names of ours (codegen checks those of actions). */
const callText = (exchange: LoggedExchange, context: CallContext, code: string | undefined): string => {
  const { method, route, status, ms, ip, request_id } = exchange
  const common = `"method":"${method}","route":"${route}","status":${status},"ms":${ms},"ip":"${ip}","request_id":"${request_id}"`
  const known = textMember('tenant', context.tenantId) + textMember('key', accountKey(context))
  return `${common}${known}${textMember('action', context.action)}${textMember('cache', context.cache)}${textMember('code', code)}`
}

/** An error is its serializer's. */
const redactMembers = ({ err, ...members }: Record<string, unknown>): Record<string, unknown> => ({
  ...(err !== undefined && { err }),
  ...(redactLog(members) as Record<string, unknown>),
})

const redactMessage: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method) {
  method.apply(this, args.map((each) => (typeof each === 'string' ? redactLog(each) : each)) as typeof args)
}

/**
 * One JSON line an event on stdout. Lines are joined before they reach the destination, which measures and copies each
 * string that it is given: a line by itself costs more than the rest of a cached call.
 */
export const createLog = (level: string): Log => {
  const destination = pino.destination({ dest: 1, sync: false })
  let lines: string[] = []
  let size = 0
  let closed = false
  const pass = (): void => {
    if (size > 0) destination.write(lines.join(''))
    lines = []
    size = 0
  }
  const write = (line: string): void => {
    if (closed) return
    lines.push(line)
    size += line.length
    if (size >= batchBytes) pass()
  }
  const timer = setInterval(pass, flushMs)
  timer.unref()
  const close = async (): Promise<void> => {
    clearInterval(timer)
    pass()
    closed = true
    // Not flushSync(): it leaves out what an asynchronous write has taken up, and a process that exits cuts that off.
    const { promise, resolve } = Promise.withResolvers<void>()
    destination.once('close', resolve)
    destination.once('error', () => resolve())
    destination.end()
    await promise
  }
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error) => redactLog(pino.stdSerializers.err(error)) },
      formatters: { log: redactMembers },
      hooks: { logMethod: redactMessage },
    },
    { write },
  )
  const head = `{"level":${logger.levels.values.info},"time":"`
  return Object.assign(logger, {
    line(members: Readonly<Record<string, unknown>>) {
      if (!logger.isLevelEnabled('info')) return
      write(`${head}${isoTime(Date.now())}",${JSON.stringify(members).slice(1)}\n`)
    },
    callLine(exchange: LoggedExchange, context: CallContext, code?: string) {
      if (logger.isLevelEnabled('info')) write(`${head}${isoTime(Date.now())}",${callText(exchange, context, code)}}\n`)
    },
    close,
  })
}
