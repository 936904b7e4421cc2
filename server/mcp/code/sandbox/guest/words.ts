import { runLimits } from '../../../tools/run-limits.ts'
import { pythonNames } from '../other-languages.ts'

/**
 * The sandbox's messages about mistakes that models make: the source of a function that gives the words for a value
 * that can't be returned and the hint behind an error of the engine. `readFacts` reports the code's actions so far.
 */
export const guestWordsSource = `(function (readFacts) {
  'use strict'
  const token = (name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1')
  const kindOf = (value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value) + ', which JSON does not have: check what it is made of'
    if (typeof value === 'function') return 'a function: return values'
    if (typeof value === 'symbol') return 'a symbol: return values'
    if (value instanceof Map) return 'a Map: return Object.fromEntries(map) or [...map]'
    if (value instanceof Set) return 'a Set: return [...set]'
    if (value instanceof WeakMap || value instanceof WeakSet) return 'a ' + value.constructor.name + ', which can not be read: return values'
    if (value instanceof Promise) return 'a Promise: await it, and several by await Promise.all(...)'
    if (value instanceof Error) return 'an Error: return its message, as in {error: error.message}'
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'bytes: return [...bytes], or text by new TextDecoder()'
    if (value instanceof RegExp) return 'a RegExp: return its source'
    if (value instanceof Date && Number.isNaN(value.getTime())) return 'a date that is none: check the text that it is made of'
    return isHollow(value) ? nameHollow(value) : undefined
  }
  /** True for an object of a class of which JSON has nothing, e.g. a generator, URLSearchParams, or private fields alone. */
  const isHollow = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length > 0) return false
    const made = Object.getPrototypeOf(value)
    return made !== null && made !== Object.prototype && typeof value.valueOf() === 'object' && typeof value.toJSON !== 'function'
  }
  const nameHollow = (value) => {
    if (typeof value[Symbol.asyncIterator] === 'function') return 'an async generator: return what a loop of for await collects'
    if (typeof value[Symbol.iterator] === 'function') return 'an iterator: return [...it]'
    return 'an object of a class of which JSON has nothing: return its values'
  }
  /** The words for the first member that JSON would lose or change; 'undefined': there is none. */
  const findFault = (root) => {
    const inside = new Set()
    const look = (value, path) => {
      const kind = kindOf(value)
      const where = path === '' ? 'the code returned ' : 'the code returned a value whose ' + path + ' is '
      if (kind !== undefined) return where + kind
      if (typeof value !== 'object' || value === null || typeof value.toJSON === 'function') return undefined
      if (inside.has(value)) return where + 'itself again: return it without the circle'
      if (path.length > 2000) return undefined
      inside.add(value)
      for (const name of Object.keys(value)) {
        const fault = look(value[name], path + '/' + token(name))
        if (fault !== undefined) return fault
      }
      inside.delete(value)
      return undefined
    }
    return look(root, '')
  }
  const calling = "an action is called by await call('provider', 'action', {...})"
  const instead = {
    __proto__: null,
    fetch: 'there is no network; ' + calling,
    XMLHttpRequest: 'there is no network; ' + calling,
    axios: 'there is no network; ' + calling,
    require: 'there are no modules and files; ' + calling,
    module: 'there are no modules: return the result instead',
    exports: 'there are no modules: return the result instead',
    process: 'there is no process: values come by parameters, and return ends the code',
    Buffer: 'there is no Buffer: use btoa, atob, TextEncoder and TextDecoder',
    Intl: 'there is no Intl: format numbers and dates by hand, e.g. toFixed(2) and toISOString()',
    args: 'the values for the code are in parameters',
    params: 'the values for the code are in parameters',
    input: 'the values for the code are in parameters',
    inputs: 'the values for the code are in parameters',
    event: 'the values for the code are in parameters',
    print: 'there is no print: return the value, or use console.log; the code is JavaScript',
    AbortController: 'there is no AbortController: calls end by themselves within 30 s',
    setImmediate: 'use setTimeout',
    Proxy: 'there is no Proxy',
    find_actions: 'find_actions is a tool, not a function of the code: use it before',
    describe_action: 'describe_action is a tool, not a function of the code: use it before',
  }
  for (const name of ['_', 'lodash', 'moment', 'dayjs', 'luxon', 'z', 'pd', 'np']) instead[name] = 'there are no libraries: write it by hand'
  for (const [name, words] of ${JSON.stringify(pythonNames)}) instead[name] = 'the code is JavaScript: ' + words
  const ofErrors = 'the error of a call is an Error with code, status, message, details and retry_after'
  const hintFor = (error) => {
    const { answer, failure, isForgotten } = readFacts()
    if (error instanceof ReferenceError) {
      const [, name = ''] = /'([^']+)' is not defined/.exec(error.message) ?? []
      return instead[name] ?? (/(?:Error|Exception)$/.test(name) ? ofErrors : calling)
    }
    if (error instanceof SyntaxError && answer) return 'call gives the data of an answer, parsed already: that of ' + answer.name + ' is ' + answer.shape
    if (!(error instanceof TypeError)) return undefined
    if (isForgotten) return 'call gives a promise: await it'
    if (failure !== undefined) return ofErrors
    return answer && 'call gives the data of an answer itself: that of ' + answer.name + ' is ' + answer.shape
  }
  const most = 12
  /** The form of an answer in a few words: {results: [{id, properties}], paging}. */
  const outline = (value, levels = 3) => {
    if (Array.isArray(value)) return value.length === 0 ? '[]' : '[' + outline(value[0], levels - 1) + (value.length > 1 ? ', ...' : '') + ']'
    if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
    const names = Object.keys(value)
    const shown = names.slice(0, most).map((name) => {
      const inner = value[name]
      const isOpen = levels > 1 && typeof inner === 'object' && inner !== null
      return isOpen ? name + ': ' + outline(inner, levels - 1) : name
    })
    return '{' + shown.join(', ') + (names.length > most ? ', ...' : '') + '}'
  }
  /** The words for an object that is empty as JSON because the code read members that aren't there; 'undefined': it is another value. */
  const findNothing = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const names = Object.keys(value)
    if (names.length === 0 || names.some((name) => value[name] !== undefined)) return undefined
    const { answer } = readFacts()
    return 'of what the code returned, ' + names.slice(0, most).join(', ') + ' is undefined' + (answer ? '; call gives the data of an answer itself: that of ' + answer.name + ' is ' + answer.shape : '')
  }
  return { findFault, findNothing, hintFor, outline: (value) => outline(value).slice(0, ${runLimits.hintCharacters}) }
})`
