/** A program with its result: a returned value, cut or whole, or an error's message. */
export interface MemoryProgram {
  readonly name: string
  readonly code: string
  readonly ends: RegExp
}

const memory = /more than 64 MiB of memory|more memory than a run may|no memory left/
const longResult = /returned more than 1048576 bytes/
const longCall = /a call sent more than 1048576 bytes/
/** Whatever the limit is that it meets first. */
const anyLimit = /MiB of memory|more memory than|bytes|processor time|stack|memory|invalid|too many|string/i

const rows = (ends: RegExp, programs: Readonly<Record<string, string>>): MemoryProgram[] =>
  Object.entries(programs).map(([name, code]) => ({ name, code, ends }))

const logs = rows(/"data":1/, {
  'a long line, again and again': `const s = 'x'.repeat(1.5e7); for (let i = 0; i < 500; i++) log(s); return 1`,
  'a long line of wide characters': `const s = '\\u4e16'.repeat(7e6); for (let i = 0; i < 200; i++) log(s); return 1`,
  'a long line of control characters': `const s = '\\u0001'.repeat(1e7); for (let i = 0; i < 200; i++) log(s); return 1`,
  'a long line of halves of characters': `const s = '\\ud83d'.repeat(7e6); for (let i = 0; i < 200; i++) log(s); return 1`,
  'many values in a line': `const s = 'x'.repeat(1e6); for (let i = 0; i < 100; i++) log(s, s, s, s, s, s, s, s); return 1`,
  'more values than a call takes': `const all = new Array(50000).fill('xxxxxxxxxx'); for (let i = 0; i < 50; i++) log(...all); return 1`,
  'a million short lines': `for (let i = 0; i < 1e6; i++) log('x'); return 1`,
  'empty lines': `for (let i = 0; i < 1e6; i++) log(''); return 1`,
  'an error with a long message': `const e = new Error('x'.repeat(1e7)); for (let i = 0; i < 100; i++) log(e); return 1`,
  'an object with a long member': `const o = { s: 'x'.repeat(5e6) }; for (let i = 0; i < 50; i++) log(o); return 1`,
  'a changed join and map': `Array.prototype.join = Array.prototype.map = () => 'x'.repeat(1e7); for (let i = 0; i < 100; i++) log('a', 'b'); return 1`,
  'a changed slice': `const s = 'x'.repeat(1e7); String.prototype.slice = String.prototype.substring = () => s; for (let i = 0; i < 100; i++) log(s); return 1`,
  'a toJSON that answers much': `const o = { toJSON: () => 'x'.repeat(5e6) }; for (let i = 0; i < 50; i++) log(o); return 1`,
})

const results = [
  ...rows(longResult, {
    'a long text': `return 'x'.repeat(1e7)`,
    'a text that is longer as JSON': `return '\\u0001'.repeat(1e6)`,
    'a text of wide characters': `return '\\u4e16'.repeat(5e5)`,
    'a long list': `return new Array(5e5).fill(12345)`,
    'one object many times': `const o = { a: 'x'.repeat(1000) }; return new Array(1e4).fill(o)`,
    'a toJSON that answers much': `return { toJSON: () => 'x'.repeat(1e7) }`,
    'a getter that answers much': `return { get a() { return 'x'.repeat(1e7) } }`,
    'a long name': `return { ['x'.repeat(5e6)]: 1 }`,
    'many names': `const o = {}; for (let i = 0; i < 1e5; i++) o['name' + i] = i; return o`,
    'a text beside the bound': `return 'x'.repeat(2 ** 20)`,
  }),
  ...rows(memory, {
    'a text that does not fit twice': `return 'x'.repeat(4e7)`,
    'lists in lists of the same': `let a = ['xxxxxxxx']; for (let i = 0; i < 25; i++) a = [a, a]; return a`,
    'getters that make more of themselves': `const o = { get a() { return [o2, o2] } }; const o2 = { get a() { return 'x'.repeat(6e6) } }; return [o, o, o, o, o, o]`,
  }),
  ...rows(anyLimit, {
    'a toString that answers much': `throw { toString: () => 'x'.repeat(3e7), toJSON() { return 'x'.repeat(3e7) } }`,
    'a toPrimitive that answers much': `return '' + { [Symbol.toPrimitive]: () => 'x'.repeat(3e7) } + 'x'.repeat(3e7)`,
    'a deep nesting': `let d = 'x'; for (let i = 0; i < 1e6; i++) d = [d]; return d`,
    'a text that is JSON': `return JSON.parse('[' + '"xxxxxxxxxxxxxxxxxxxx",'.repeat(1e6) + '1]')`,
    'nested JSON': `return JSON.parse('['.repeat(1e6) + ']'.repeat(1e6))`,
  }),
]

const errors = [
  ...rows(/xxxx/, {
    'a long message': `throw new Error('x'.repeat(2e7))`,
    'a long text': `throw 'x'.repeat(2e7)`,
    'a long name': `const e = new Error('a'); e.name = 'x'.repeat(2e7); throw e`,
    'a long toString': `class E extends Error { toString() { return 'x'.repeat(2e7) } } throw new E()`,
    'an object': `throw { a: 'x'.repeat(1e7) }`,
    'a rejection': `await Promise.reject(new Error('x'.repeat(2e7)))`,
    'an error of many': `throw new AggregateError([1], 'x'.repeat(2e7))`,
  }),
  ...rows(/code|Error|memory/, {
    'a long stack': `const e = new Error('a'); Object.defineProperty(e, 'stack', { value: 'x'.repeat(2e7) }); throw e`,
    'a stack that is made anew': `class E extends Error { get stack() { return 'x'.repeat(2e7) } } throw new E()`,
    'a long cause': `throw new Error('a', { cause: 'x'.repeat(2e7) })`,
    'a changed exec': `RegExp.prototype.exec = () => ['', 'x'.repeat(2e7)]; throw new Error('a')`,
    'a recursion': `(function f(a) { f(a + 'x'.repeat(1000)) })('')`,
    'a recursion of promises': `const f = async (a) => { await f([a, 'x'.repeat(1e5)]) }; await f(1)`,
  }),
]

const calls = [
  ...rows(longCall, {
    'long parameters': `await call('fixture', 'get', { id: 'x'.repeat(1e7) })`,
    'parameters that are longer as JSON': `await call('fixture', 'get', { id: '\\u0001'.repeat(2e6) })`,
    'many long calls': `const id = 'x'.repeat(2e6); for (let i = 0; i < 100; i++) call('fixture', 'get', { id }); await 1`,
    'a long provider': `await call('x'.repeat(1e7), 'get')`,
    'a long action': `await call('fixture', 'x'.repeat(1e7))`,
    'long options': `await call('fixture', 'get', { id: '1' }, { account_id: 'x'.repeat(1e7) })`,
  }),
  ...rows(/"data":|MiB of memory|more memory than|had not awaited/, {
    'calls just below the bound, all at once': `const id = 'x'.repeat(2 ** 20 - 200); const all = []; for (let i = 0; i < 30; i++) all.push(call('x', 'y', { id }).catch(() => 1)); return (await Promise.all(all)).length`,
    'calls that nobody waits for': `const id = 'x'.repeat(1e6); for (let i = 0; i < 40; i++) call('x', 'y', { id }).catch(() => 1); return 1`,
    'calls one after the other': `const id = '"'.repeat(5e5); for (let i = 0; i < 40; i++) await call('x', 'y', { id }).catch(() => 1); return 1`,
    'calls and a full memory': `const all = []; try { for (;;) all.push('x'.repeat(1e5) + all.length) } catch {} return await call('x', 'y', { a: 1 }).catch(() => 1)`,
  }),
]

const heaps = rows(memory, {
  texts: `const a = []; while (true) a.push('x'.repeat(1e6) + a.length)`,
  'texts that grow': `const a = []; for (let s = 'x'; ; s += 'x'.repeat(1e5)) a.push(s + a.length)`,
  lists: `const a = []; while (true) a.push(new Array(1e5).fill({}))`,
  maps: `const m = new Map(); for (let i = 0; ; i++) m.set('key' + i, { i })`,
  closures: `const a = []; for (;;) { const held = 'y'.repeat(1000) + a.length; a.push(() => held) }`,
  'a chain': `let o = null; for (;;) o = { o, pad: 'y'.repeat(1000) + Math.random() }`,
  patterns: `const a = []; for (;;) a.push(new RegExp('x'.repeat(10000) + a.length))`,
  'promises without end': `const a = []; for (;;) a.push(new Promise(() => {}), Promise.resolve('x'.repeat(1000) + a.length))`,
  'numbers that grow': `const a = []; for (;;) a.push(2n ** 100000n + BigInt(a.length))`,
  'parts of a text': `const all = []; for (;;) all.push(('x,' + all.length).repeat(50000).split(','))`,
  'matches of a text': `const all = []; for (;;) all.push(('x' + all.length).repeat(50000).match(/x/g))`,
  'what was parsed': `const all = []; for (;;) all.push(JSON.parse('[' + '{"a":"b"},'.repeat(10000) + all.length + ']'))`,
})

/** They fill the memory of the engine, or have its host copy out of it. */
export const memoryPrograms: readonly MemoryProgram[] = [
  ...logs.map((one) => ({ ...one, name: `logs ${one.name}` })),
  ...results.map((one) => ({ ...one, name: `returns ${one.name}` })),
  ...errors.map((one) => ({ ...one, name: `throws ${one.name}` })),
  ...calls.map((one) => ({ ...one, name: `sends ${one.name}` })),
  ...heaps.map((one) => ({ ...one, name: `holds ${one.name}` })),
]
