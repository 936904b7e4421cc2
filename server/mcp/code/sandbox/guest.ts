import { runLimits } from '../../tools/run-limits.ts'

/** The longest message of an error. */
export const messageCharacters = 2000

/**
 * What the code finds beside the language itself, evaluated in the sandbox before it. It speaks to the host by four functions that take
 * text only, and cuts texts before they leave the engine's memory, which is bounded where the host's is not. Calls wait in it for their turn.
 * What the code does to globals and prototypes afterwards can only spoil its own run: the host reads nothing but texts, and none that is
 * longer than it may be.
 */
export const guestSource = `(function (send, write, finish, fail, seed, startedAt, mark) {
  'use strict'
  const { parse: parseJson, stringify } = JSON
  const { construct, defineProperty, apply } = Reflect
  const [RealDate, RealError, RealPromise, RealString, RealTypeError] = [Date, Error, Promise, String, TypeError]
  const { then } = RealPromise.prototype
  const { slice } = RealString.prototype
  const RealInternalError = InternalError
  const { includes, startsWith } = RealString.prototype
  const RealBigInt = BigInt
  const isWhole = /^-?[0-9]+$/
  const { test } = RegExp.prototype
  /** A number with a fraction that no number of JavaScript holds. It counts like the nearest one, and leaves the code as it came. */
  class ExactNumber {
    constructor(text) {
      defineProperty(this, 'text', { value: text })
    }
    valueOf() {
      return +this.text
    }
    toString() {
      return this.text
    }
    toJSON() {
      return mark + this.text
    }
  }
  defineProperty(RealBigInt.prototype, 'toJSON', {
    value() {
      return mark + RealString(this)
    },
  })
  const reviveNumber = (_name, value) => {
    if (typeof value !== 'string' || !apply(startsWith, value, [mark])) return value
    const text = apply(slice, value, [mark.length])
    return apply(test, isWhole, [text]) ? RealBigInt(text) : new ExactNumber(text)
  }
  /** The host has marked the numbers that no number of JavaScript holds: whole ones are bigints here. */
  const parse = (text) => (apply(includes, text, [mark]) ? parseJson(text, reviveNumber) : parseJson(text))
  const cut = (text, most) => (text.length > most ? apply(slice, text, [0, most]) : text)
  const open = { __proto__: null }
  let now = startedAt
  let calls = 0

  function Clock(...given) {
    if (new.target === undefined) return new RealDate(now).toString()
    return construct(RealDate, given.length === 0 ? [now] : given, new.target)
  }
  Clock.prototype = RealDate.prototype
  Clock.now = () => now
  Clock.parse = RealDate.parse
  Clock.UTC = RealDate.UTC
  defineProperty(RealDate.prototype, 'constructor', { value: Clock, writable: true, configurable: true })
  defineProperty(globalThis, 'Date', { value: Clock, writable: true, configurable: true })

  let state = seed
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  class CallError extends RealError {}
  const failed = new WeakMap()
  const known = (error) => apply(WeakMap.prototype.get, failed, [error])

  let atOnce = 0
  let first
  let last
  const sendNext = () => {
    while (first !== undefined && atOnce < ${runLimits.callsAtOnce}) {
      const { id, json } = first
      first = first.next
      atOnce++
      send(id, json)
    }
  }
  const call = (provider, action, parameters, options) => {
    const json = stringify({ provider, action, parameters, options })
    return new RealPromise((resolve, reject) => {
      const entry = { __proto__: null, id: calls++, json, next: undefined }
      open[entry.id] = { resolve, reject }
      // It ends the run.
      if (entry.id >= ${runLimits.calls} || json.length > ${runLimits.callBytes}) return send(entry.id, json)
      if (first === undefined) first = entry
      else last.next = entry
      last = entry
      sendNext()
    })
  }
  const settle = (id, isError, json, at) => {
    now = at
    atOnce--
    const { resolve, reject } = open[id]
    delete open[id]
    sendNext()
    if (!isError) return resolve(parse(json))
    const { error: message, ...members } = parse(json)
    const error = new CallError(message)
    for (const name of ['code', 'status', 'details', 'retry_after', 'accounts', 'duplicate_of'])
      if (members[name] !== undefined) error[name] = members[name]
    failed.set(error, json)
    reject(error)
  }

  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof RealError) return RealString(value)
    return stringify(value) ?? RealString(value)
  }
  let lines = ${runLimits.logLines}
  let room = ${runLimits.logCharacters}
  const log = (...values) => {
    if (lines === 0 || room === 0) return
    let line = ''
    for (let at = 0; at < values.length; at++) {
      line += (at === 0 ? '' : ' ') + cut(show(values[at]), room)
      if (line.length >= room) break
    }
    line = cut(line, room)
    lines--
    room -= line.length
    write(line)
  }

  const describe = (error) => {
    if (!(error instanceof RealError)) return cut('the code threw ' + show(error), ${messageCharacters})
    const [, line] = /<code>:(\\d+)/.exec(cut(RealString(error.stack), ${messageCharacters})) ?? []
    return cut(RealString(error), ${messageCharacters} - 20) + (line === undefined ? '' : ' (line ' + (line - 1) + ')')
  }
  /** An engine that has no memory left for an error throws null. */
  const explain = (error) => {
    if (error === null) return 'out of memory'
    try {
      return cut(describe(error), ${messageCharacters})
    } catch (again) {
      const isFull = again === null || (again instanceof RealInternalError && again.message === 'out of memory')
      return isFull ? 'out of memory' : 'the code threw what can not be shown'
    }
  }
  const onFailure = (error) => {
    const json = error instanceof CallError ? known(error) : undefined
    fail(json === undefined ? '' : json, error === null ? 'the code threw null, or had no memory left' : explain(error))
  }
  const onResult = (value) => {
    const json = stringify(value === undefined ? null : value)
    if (json === undefined) throw new RealTypeError('the code returned what is no JSON')
    finish(json)
  }
  const start = (code, parameters) => {
    const promise = code(parse(parameters), call, log)
    apply(then, apply(then, promise, [onResult]), [undefined, onFailure])
  }
  return { start, settle, explain }
})`
