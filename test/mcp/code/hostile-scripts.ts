import fc from 'fast-check'

/** `REACHED` in a result says that the code got at something that it must not have. */
const reached = (expression: string): string => `try { if (${expression}) return 'REACHED' } catch {} return 'nothing'`

const hostNames = [
  'process',
  'Bun',
  'require',
  'module',
  'exports',
  'Deno',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'Worker',
  'postMessage',
  'onmessage',
  'setImmediate',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'navigator',
  'Buffer',
  'EventSource',
  'localStorage',
  'indexedDB',
  'importScripts',
  'self',
  'window',
  'global',
  'print',
  'os',
  'std',
  'scriptArgs',
  'load',
  'read',
  'gc',
  '__dirname',
  'send',
  'finish',
  'fail',
  'settle',
  'open',
  'Proxy',
] as const

const escapes = [
  ...hostNames.map((name) => reached(`typeof ${name} !== 'undefined'`)),
  ...[
    'Function',
    '(function () {}).constructor',
    'call.constructor',
    'log.constructor',
    '(async () => {}).constructor',
    'Reflect.construct',
  ].map((maker) => reached(`typeof (${maker})('return process')().env === 'object'`)),
  reached(`typeof globalThis.constructor.constructor('return this')().process !== 'undefined'`),
  reached(`typeof (0, eval)('typeof process === "object" ? process : undefined') === 'object'`),
  reached(`typeof call.caller === 'function' || typeof log.arguments === 'object'`),
  reached(`(await import('node:fs')).readFileSync`),
  reached(`(await import('bun')).file`),
  reached(`(await import('data:text/javascript,export default 1')).default === 1`),
  reached(`(await import('/etc/passwd'))`),
  `try { return /server|node_modules/.test(new Error().stack) ? 'REACHED' : 'nothing' } catch { return 'nothing' }`,
  `try { null.x } catch (e) { return e.constructor.constructor('return typeof process')() === 'object' ? 'REACHED' : 'nothing' }`,
  `Error.prepareStackTrace = (_, frames) => frames; return Array.isArray(new Error().stack) && new Error().stack[0]?.getThis?.()?.process ? 'REACHED' : 'nothing'`,
  `})(); process.exit(7); (async (parameters, call, log) => {`,
  `}); globalThis.leak = typeof process; ({ x: () => {`,
  `*/ process.exit(7) /*`,
  `import fs from 'node:fs'`,
  `export default 1`,
  `} import { x } from './evil.ts' with { type: 'macro' }; {`,
  `enum A { x = process.exit(7) }; return 1`,
]

const prototypeGames = [
  `Object.prototype.then = function (resolve) { resolve('REACHED?') }; return await call('fixture', 'get', { id: '1' })`,
  `Promise.prototype.then = function () { throw 1 }; return await call('fixture', 'get', { id: '1' })`,
  `Promise.resolve = () => 1; Promise = undefined; return await call('fixture', 'get', { id: '1' })`,
  `JSON.stringify = () => '{"provider":"other"}'; JSON.parse = () => 'mine'; return await call('fixture', 'get', { id: '1' })`,
  `Array.prototype.map = () => { throw new Error('mine') }; log('x'); return 1`,
  `Array.prototype[Symbol.iterator] = function* () {}; return await call('fixture', 'get', { id: '1' })`,
  `String.prototype.toString = () => { throw 1 }; Error.prototype.toString = () => ({}); throw new Error('x')`,
  `RegExp.prototype.exec = () => ['', {}]; throw new Error('x')`,
  `WeakMap.prototype.get = () => '{"error":"forged","code":"AUTH_FAILED","status":200}'; throw await call('fixture', 'get', {}).catch((e) => e)`,
  `Object.defineProperty(Object.prototype, 'id', { set() { throw 1 }, get() { return 9 } }); return await call('fixture', 'get', { id: '1' })`,
  `Object.defineProperty(Object.prototype, 'code', { get: () => 'FORGED' }); throw new Error('x')`,
  `const p = call('fixture', 'get', { id: '1' }); p.constructor = { [Symbol.species]: function (run) { run(() => {}, () => {}) } }; return await p`,
  `return { toJSON() { return { toJSON: () => 'x' } } }`,
  `return { toJSON() { while (true); } }`,
  `return { get x() { while (true); } }`,
  `class E extends Error { get stack() { while (true); } }; throw new E()`,
  `throw { toString() { while (true); }, toJSON() { while (true); } }`,
  `throw null`,
  `throw undefined`,
  `throw Symbol('x')`,
  `return Symbol('x')`,
  `return Object.create(null)`,
  `globalThis.Date = null; Math.random = null; delete globalThis.JSON; return 1`,
  `Object.freeze(globalThis); Object.freeze(Object.prototype); return await call('fixture', 'get', { id: '1' })`,
  `const o = {}; o.o = o; return o`,
  `let d = []; for (let i = 0; i < 1e5; i++) d = [d]; return d`,
  `return JSON.parse('{"__proto__": {"polluted": 1}}')`,
  `await call('fixture', { toString: () => 'get' }, { id: '1' })`,
  `return await call('__proto__', 'constructor', { __proto__: null })`,
  `return await call('fixture', 'get', { id: '1' }, { account_id: '__proto__' })`,
  `return await call('fixture', 'get', { id: '1' }, { token: 'x', tenant: 'rival' })`,
  `return await call('fixture', 'get', { id: '../../admin' })`,
  `return await call('constructor', 'get')`,
  `return await call()`,
]

const memoryBombs = [
  `const a = []; while (true) a.push('x'.repeat(1e6) + a.length)`,
  `let s = 'x'; while (true) s += s`,
  `const a = []; while (true) a.push(new Array(1e6).fill({}))`,
  `const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })`,
  `return 'x'.repeat(2 ** 30)`,
  `return new Array(2 ** 32 - 1).fill(0)`,
  `let x = 3n; while (true) x = x * x`,
  `const f = () => { const held = []; return () => (held.push(f()), held) }; const a = []; while (true) a.push(f())`,
  `return JSON.stringify(Array(1e7).fill(['x']))`,
  `let o = null; for (;;) o = { o, pad: 'y'.repeat(1000) + Math.random() }`,
  `(function f() { f() })()`,
  `const f = async () => { await f() }; await f()`,
  `return '['.repeat(1e7)`,
  `return new RegExp('(' .repeat(1e5))`,
  `return eval('('.repeat(1e6))`,
  `return 'a'.padEnd(2 ** 29, 'bc').split('')`,
  `Error.stackTraceLimit = Infinity; const e = []; (function f() { e.push(new Error('x')); f() })()`,
  `function* g() { yield* g() } ; for (const x of g());`,
]

const loops = [
  `while (true);`,
  `for (;;) { try { while (true); } catch {} finally { continue } }`,
  `for (;;) try { await null } catch {}`,
  `/(a+)+$/.test('a'.repeat(60) + 'b')`,
  `'x'.repeat(1e5).replace(/(x+x+)+y/, '')`,
  `const f = () => Promise.resolve().then(f); await f()`,
  `const a = [1]; for (const x of a) a.push(x & 1)`,
  `return [...{ *[Symbol.iterator]() { while (true) yield; } }]`,
  `return new Set({ *[Symbol.iterator]() { while (true) yield 1 } })`,
  `Array.from({ length: 1e9 }, () => { while (true); })`,
  `[3, 1, 2].sort(() => { while (true); })`,
  `return await { then() { while (true); } }`,
  `const x = { valueOf() { while (true); } }; return +x`,
  `label: while (true) { continue label }`,
]

/** One step of the engine each, in which nothing interrupts it. */
const endlessSteps = [
  `return [].includes.call({ length: 2 ** 53 - 1 }, 1)`,
  `return [].forEach.call({ length: 2 ** 53 - 1 }, () => {})`,
  `return JSON.stringify([], new Array(2 ** 32 - 1))`,
]

const floods = [
  `const all = []; for (let i = 0; i < 1e4; i++) all.push(call('fixture', 'get', { id: String(i) })); return (await Promise.all(all)).length`,
  `for (let i = 0; i < 201; i++) await call('fixture', 'get', { id: '1' })`,
  `for (let i = 0; ; i++) await call('fixture', 'get', { id: '1' }).catch(() => {})`,
  `await call('fixture', 'get', { id: 'x'.repeat(2e6) })`,
  `for (let i = 0; i < 1e6; i++) log('x'.repeat(1e4)); return 1`,
  `for (let i = 0; i < 1e5; i++) Promise.reject(i); return 1`,
  `for (let i = 0; i < 1e5; i++) new Promise(() => {}); await new Promise(() => {})`,
  `return 'x'.repeat(2 ** 20)`,
  `return Array(2e5).fill({ a: 1 })`,
  `await new Promise(() => {})`,
  `call('fixture', 'get', { id: '1' }); call('fixture', 'get', { id: '2' }); return 'early'`,
  `call('fixture', 'get', { id: '1' }); while (true);`,
]

/** Scripts put together of pieces that attackers use, the same in each run. */
const generated = (count: number): string[] => {
  const piece = fc.constantFrom(
    ...[
      'globalThis',
      'call',
      'log',
      'parameters',
      'Object.prototype',
      'Function.prototype',
      'Array.prototype',
      'Promise',
      'JSON',
      'Reflect',
    ],
    ...[
      'this',
      '[]',
      '({})',
      '(() => {})',
      '(async () => {})',
      '(function* () {})',
      '1n',
      '/x/',
      'Symbol.iterator',
      'new Error()',
      'Date',
    ],
  )
  const member = fc.constantFrom(
    ...[
      'constructor',
      '__proto__',
      'prototype',
      'caller',
      'callee',
      'arguments',
      'apply',
      'call',
      'bind',
      'then',
      'process',
      'require',
      'stack',
    ],
    ...['toString', 'valueOf', 'toJSON', 'constructor.constructor', '__lookupGetter__', '__defineSetter__', 'length'],
  )
  const expression = fc
    .tuple(piece, fc.array(member, { maxLength: 4 }))
    .map(([first, members]) => [first, ...members.map((name) => `?.${name}`)].join(''))
  const script = fc
    .tuple(expression, expression, fc.constantFrom('get', '=', 'call', 'throw', 'define', 'await'))
    .map(([a, b, how]) => {
      const made: Readonly<Record<string, string>> = {
        get: `const x = ${a}; return typeof x === 'function' && typeof x('return typeof process === "object" && process')?.env === 'object' ? 'REACHED' : 'nothing'`,
        '=': `try { (${a.replaceAll('?.', '.')}) = ${b} } catch {} return await call('fixture', 'get', { id: '1' })`,
        call: `return await call(${a}, ${b}, { id: ${a} })`,
        throw: `throw ${a}`,
        define: `try { Object.defineProperty(Object(${a}), 'then', { get() { return ${b} } }) } catch {} return Object(${a})`,
        await: `return await ${a}`,
      }
      return made[how] ?? ''
    })
  return fc.sample(script, { seed: 32, numRuns: count })
}

export interface HostileScript {
  readonly kind: string
  readonly code: string
}

const ofKind = (kind: string, codes: readonly string[]): HostileScript[] => codes.map((code) => ({ kind, code }))

const byHand: readonly HostileScript[] = [
  ...ofKind('escape', escapes),
  ...ofKind('prototype game', prototypeGames),
  ...ofKind('memory bomb', memoryBombs),
  ...ofKind('loop', loops),
  ...ofKind('endless step', endlessSteps),
  ...ofKind('flood', floods),
]

/** Two hundred scripts. */
export const hostileScripts: readonly HostileScript[] = [
  ...byHand,
  ...ofKind('generated', generated(200 - byHand.length)),
]
