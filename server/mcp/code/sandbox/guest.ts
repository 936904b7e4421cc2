/**
 * What the code finds beside the language itself, evaluated in the sandbox before it. It speaks to the host by four functions that take
 * text only. What the code does to globals and prototypes afterwards can only spoil its own run: the host reads nothing but the
 * texts, and bounds them.
 */
export const guestSource = `(function (send, write, finish, fail, seed, startedAt) {
  'use strict'
  const { parse, stringify } = JSON
  const { construct, defineProperty, apply } = Reflect
  const [RealDate, RealError, RealPromise, RealString, RealTypeError] = [Date, Error, Promise, String, TypeError]
  const { then } = RealPromise.prototype
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

  const call = (provider, action, parameters, options) => {
    const json = stringify({ provider, action, parameters, options })
    return new RealPromise((resolve, reject) => {
      const id = calls++
      open[id] = { resolve, reject }
      send(id, json)
    })
  }
  const settle = (id, isError, json, at) => {
    now = at
    const { resolve, reject } = open[id]
    delete open[id]
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
  const log = (...values) => write(values.map(show).join(' '))

  const describe = (error) => {
    if (!(error instanceof RealError)) return 'the code threw ' + show(error)
    const [, line] = /<code>:(\\d+)/.exec(RealString(error.stack)) ?? []
    return RealString(error) + (line === undefined ? '' : ' (line ' + (line - 1) + ')')
  }
  const onFailure = (error) => {
    const json = error instanceof CallError ? known(error) : undefined
    fail(json === undefined ? '' : json, describe(error))
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
  return { start, settle }
})`
