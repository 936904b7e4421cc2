import { runLimits } from '../../../tools/run-limits.ts'
import { guestClockSource } from './clock.ts'
import { guestConsoleSource } from './console.ts'
import { guestIteratorsSource } from './iterators.ts'
import { guestLocaleSource } from './locale.ts'
import { guestNumbersSource } from './numbers.ts'
import { guestPromisesSource } from './promises.ts'
import { guestWebSource } from './web.ts'
import { guestWordsSource } from './words.ts'

/** The longest message of an error. */
export const messageCharacters = 2000

/**
 * The code's environment beside the language itself, evaluated in the sandbox before it. It speaks to the host by five
 * functions that take text only, and cuts texts before they leave the engine's memory, which is bounded where the
 * host's is not. Calls wait in it for their turn. If the code later changes globals or prototypes, it can only spoil
 * its own run: the host reads nothing but texts of a bounded length.
 */
export const guestSource = `(function (send, write, finish, fail, parseUrl, seed, startedAt, mark, entropy) {
  'use strict'
  const { stringify } = JSON
  const { defineProperty, apply } = Reflect
  const [RealError, RealPromise, RealString] = [Error, Promise, String]
  const { then } = RealPromise.prototype
  const RealInternalError = InternalError
  const parse = ${guestNumbersSource}(mark)
  const { cut, show, log } = ${guestConsoleSource}(write)
  const open = { __proto__: null }
  let calls = 0
  let waits = 0
  const { findFault, findNothing, hintFor, outline } = ${guestWordsSource}(() => ({
    answer: lastAnswer && { name: lastAnswer.name, shape: outline(lastAnswer.data) },
    failure: lastFailure,
    isForgotten: pending.some(({ isKept }) => !isKept),
  }))
  let lastAnswer
  let lastFailure
  ${guestWebSource}(parseUrl, entropy)
  ;${guestLocaleSource}()
  ;${guestIteratorsSource}()

  const clock = ${guestClockSource}(seed, startedAt)

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

  const { CallPromise, pending, rejected, forget, track, findLost, nameLeft } = ${guestPromisesSource}()

  /** Sends what the host answers later: a call, or a wait. */
  const ask = (entry) =>
    new RealPromise((resolve, reject) => {
      open[entry.id] = { resolve, reject, entry }
    })
  const nameCall = (provider, action) => {
    const names = [provider, action].map((one) => (typeof one === 'string' ? one : one?.action ?? one?.provider))
    return cut(names.filter((one) => typeof one === 'string').join('.'), 100)
  }
  const call = (provider, action, parameters, options) => {
    const json = stringify({ provider, action, parameters, options })
    const entry = { __proto__: null, id: calls++, json, next: undefined, name: nameCall(provider, action), isParked: false, isKept: false, mayBeLeft: false }
    const promise = new CallPromise((resolve, reject) => {
      open[entry.id] = { resolve, reject, entry }
    })
    promise.entry = entry
    pending.push(entry)
    // It ends the run.
    if (entry.id >= ${runLimits.calls} || json.length > ${runLimits.callBytes}) send(entry.id, json)
    else {
      if (first === undefined) first = entry
      else last.next = entry
      last = entry
      sendNext()
    }
    return promise
  }
  const wait = (ms) => {
    const entry = { id: ${runLimits.firstWait} + waits++ }
    const promise = ask(entry)
    send(entry.id, stringify({ wait: Math.min(Math.max(+ms || 0, 0), ${runLimits.totalMs}) }))
    return promise
  }
  const addBeside = (data, beside) => {
    if (typeof data !== 'object' || data === null) return
    for (const name of Object.keys(beside))
      if (!(name in data)) defineProperty(data, name, { value: beside[name], writable: true, configurable: true })
  }
  const settle = (id, isError, json, at, beside) => {
    clock.set(at)
    const { resolve, reject, entry } = open[id]
    delete open[id]
    if (id >= ${runLimits.firstWait}) return resolve()
    if (!entry.isParked) atOnce--
    forget(entry)
    sendNext()
    if (!isError) {
      const data = parse(json)
      if (beside !== '') addBeside(data, parse(beside))
      lastAnswer = { name: entry.name, data }
      lastFailure = undefined
      return resolve(data)
    }
    const { error: message, ...members } = parse(json)
    const error = new CallError(message)
    for (const name of ['code', 'status', 'details', 'retry_after', 'accounts', 'duplicate_of'])
      if (members[name] !== undefined) error[name] = members[name]
    failed.set(error, json)
    lastFailure = error
    rejected.push({ entry, error })
    reject(error)
  }

  /** The host holds the result of a call back: the next call is sent meanwhile. */
  const park = (id) => {
    const { entry } = open[id]
    entry.isParked = true
    atOnce--
    sendNext()
  }

  const timers = new Map()
  let timer = 0
  const startTimer = (work, ms, given, isRepeated) => {
    const id = ++timer
    timers.set(id, true)
    const fire = () => {
      if (!timers.has(id)) return
      if (isRepeated) arm()
      else timers.delete(id)
      track(work(...given))
    }
    const arm = () => {
      apply(then, wait(ms), [fire])
    }
    arm()
    return id
  }
  const globals = {
    sleep: (ms) => wait(ms),
    setTimeout: (work, ms, ...given) => startTimer(work, ms, given, false),
    setInterval: (work, ms, ...given) => startTimer(work, ms, given, true),
    clearTimeout: (id) => void timers.delete(id),
    clearInterval: (id) => void timers.delete(id),
    performance: { now: () => clock.read() - startedAt, timeOrigin: startedAt },
  }
  for (const name of Object.keys(globals))
    defineProperty(globalThis, name, { value: globals[name], writable: true, configurable: true })

  const describe = (error) => {
    if (!(error instanceof RealError)) return cut('the code threw ' + show(error), ${messageCharacters})
    const [, line] = /<code>:(\\d+)/.exec(cut(RealString(error.stack), ${messageCharacters})) ?? []
    const hint = error instanceof CallError ? undefined : hintFor(error)
    const told = cut(RealString(error), ${messageCharacters} - 600) + (line === undefined ? '' : ' (line ' + (line - 1) + ')')
    return hint === undefined ? told : told + '; ' + hint
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
  const endLost = () => {
    const failure = findLost()
    if (failure !== undefined) return onFailure(failure.error)
    const names = nameLeft()
    if (names === '') return false
    fail('', 'the code ended while it had not awaited ' + names + ': await each call, and several by await Promise.all(list.map(async (one) => ...)) or a for loop')
  }
  const onResult = (value) => {
    if (endLost() !== false) return
    const fault = findFault(value)
    if (fault !== undefined) return fail('', fault)
    const nothing = findNothing(value)
    if (nothing !== undefined) log(nothing)
    finish(value === undefined ? '' : stringify(value))
  }
  const start = (code, parameters) => {
    const given = { parameters: parse(parameters), call, log }
    // For \`globalThis.call\`, and for code that declares \`call\` for its types alone.
    for (const [name, value] of Object.entries(given))
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
    const promise = code(given.parameters, call, log)
    apply(then, apply(then, promise, [onResult]), [undefined, onFailure])
  }
  return { start, settle, park, explain }
})`
