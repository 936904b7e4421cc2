import { runLimits } from '../../../tools/run-limits.ts'

/**
 * The log of the sandbox: the source of a function that defines `console`, and returns the code's `log` with the functions that make texts of
 * values. Texts are cut here, in the engine's memory, which is bounded where the host's is not.
 */
export const guestConsoleSource = `(function (write) {
  'use strict'
  const { stringify } = JSON
  const { defineProperty, apply } = Reflect
  const [RealError, RealString] = [Error, String]
  const { slice } = RealString.prototype
  const cut = (text, most) => (text.length > most ? apply(slice, text, [0, most]) : text)
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

  const console = { __proto__: null }
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir', 'group', 'groupCollapsed']) console[name] = log
  for (const name of ['groupEnd', 'time', 'timeEnd', 'timeLog', 'count', 'countReset', 'clear']) console[name] = () => {}
  console.assert = (holds, ...values) => holds || log('Assertion failed:', ...values)
  defineProperty(globalThis, 'console', { value: console, writable: true, configurable: true })
  return { cut, show, log }
})`
