import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestSetUp, TestTasks } from './testing/tasks.ts'
import { createThread, type Thread, type ThreadBounds } from './thread.ts'

let started: number
let ended: number
let failures: string[]
let thread: Thread<TestTasks>

const open = (bounds: Partial<ThreadBounds> = {}, greeting = 'hello', module = 'tasks') => {
  thread = createThread<TestTasks>({
    module: new URL(`./testing/${module}`, import.meta.url),
    work: 'greeting',
    begin() {
      started++
      return {
        setUp: { greeting } satisfies TestSetUp,
        ended: () => {
          ended++
        },
      }
    },
    onFailure: ({ message }) => failures.push(message),
    bounds,
  })
  return thread
}

beforeEach(() => {
  started = 0
  ended = 0
  failures = []
})
afterEach(() => thread.close())

const unavailable = (message: RegExp) => ({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })

const hangUntil = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
const release = (until: Int32Array): void => {
  Atomics.store(until, 0, 1)
  Atomics.notify(until, 0)
}

describe('a thread', () => {
  test('starts with its first task, answers many, and ends when it has had nothing to do', async () => {
    const { run } = open({ idleMs: 20 })
    expect(started).toBe(0)
    expect(await Promise.all(['Ada', 'Bob'].map((name) => run('greet', name)))).toEqual(['hello Ada', 'hello Bob'])
    expect(started).toBe(1)
    await expect.poll(() => ended).toBe(1)
    expect(await run('greet', 'Eve')).toBe('hello Eve')
    expect([started, failures]).toEqual([2, []])
  })

  test('does not end while it is kept', async () => {
    const { run, keep } = open({ idleMs: 5 })
    const release = keep()
    await run('greet', 'Ada')
    const wait = new AbortController()
    const waiting = run('wait', null, wait.signal)
    wait.abort()
    await expect(waiting).rejects.toThrow()
    await expect.poll(() => run('countAborted', null)).toBe(1)
    release()
    await expect.poll(() => ended).toBe(1)
    expect(started).toBe(1)
  })

  test('passes on what a task throws: code, message and delay of ours, of a bug the message', async () => {
    const { run } = open()
    const refusal = { code: 'CONFLICT', status: 409, message: 'not now', extras: { retryAfter: 7 } }
    await expect(run('refuse', 'not now')).rejects.toMatchObject(refusal)
    await expect(run('fail', 'a bug')).rejects.toThrow('a bug')
    await expect(run('answerFunction', null)).rejects.toThrow(/clone/)
    expect(await run('greet', 'Ada')).toBe('hello Ada')
  })

  test('that can not be set up answers each task with the reason, and is none the less alive', async () => {
    const { run } = open({}, '')
    await expect(run('greet', 'Ada')).rejects.toThrow('no greeting')
    await expect(run('greet', 'Bob')).rejects.toThrow('no greeting')
    expect([started, failures]).toEqual([1, []])
  })

  test.each([
    ['exits', 'die'],
    ['throws what nobody catches', 'throwLater'],
  ] as const)('that %s fails what it was doing, and does the rest anew', async (_, task) => {
    const { run } = open({ mostAtOnce: 2 })
    const under = [run('wait', null), run(task, null)]
    const waiting = run('greet', 'Ada')
    for (const each of under) await expect(each).rejects.toMatchObject(unavailable(/^Greeting was cut off; try again$/))
    expect(await waiting).toBe('hello Ada')
    await expect.poll(() => [started, ended, failures.length]).toEqual([2, 1, 1])
  })

  test('that hangs is left to itself, and the next one does the rest', async () => {
    const { run } = open({ mostAtOnce: 1, silentMs: 300 })
    const until = hangUntil()
    const hanging = run('hang', until)
    const waiting = run('greet', 'Ada')
    await expect(hanging).rejects.toMatchObject(unavailable(/cut off/))
    expect(await waiting).toBe('hello Ada')
    expect([failures, started, ended]).toEqual([['it does not answer'], 2, 0])
    release(until)
    await expect.poll(() => ended).toBe(1)
  })

  test('has longer to start than to answer: on a busy machine loading its module takes many seconds', async () => {
    const { run } = open({ silentMs: 100 }, 'hello', 'slow-start')
    expect(await run('greet', 'Ada')).toBe('hello Ada')
    expect([started, failures]).toEqual([1, []])
  })

  test('that never starts is left to itself', async () => {
    const { run } = open({ silentMs: 50, startMs: 100 }, 'hello', 'slow-start')
    await expect(run('greet', 'Ada')).rejects.toMatchObject(unavailable(/cut off/))
    expect(failures).toEqual(['it does not answer'])
  })

  test('no further one starts while too many hang', async () => {
    const { run } = open({ mostAtOnce: 1, silentMs: 300, mostHanging: 2 })
    const until = hangUntil()
    const both = [run('hang', until), run('hang', until)]
    const waiting = run('greet', 'Ada')
    for (const each of both) await expect(each).rejects.toMatchObject(unavailable(/cut off/))
    await expect(waiting).rejects.toMatchObject(unavailable(/^Greeting hangs$/))
    await expect(run('greet', 'Bob')).rejects.toMatchObject(unavailable(/hangs/))
    expect([started, ended]).toEqual([2, 0])
    release(until)
    await expect.poll(() => ended).toBe(2)
    expect(await run('greet', 'Eve')).toBe('hello Eve')
  })

  test('takes so many tasks at once, lets so many wait, and refuses more', async () => {
    const { run } = open({ mostAtOnce: 2, mostWaiting: 3 })
    const aborters = Array.from({ length: 7 }, () => new AbortController())
    const all = aborters.map(({ signal }) => run('wait', null, signal).catch((error: unknown) => error))
    expect(await Promise.all(all.slice(5))).toEqual([
      expect.objectContaining(unavailable(/^Greeting is asked of too many at once; try again$/)),
      expect.objectContaining(unavailable(/too many/)),
    ])
    for (const aborter of aborters.slice(0, 5)) aborter.abort()
    for (const error of await Promise.all(all.slice(0, 5))) expect(error).toMatchObject({ name: 'AbortError' })
    expect(await run('greet', 'Ada')).toBe('hello Ada')
    // Those that still waited were never begun.
    await expect.poll(() => run('countAborted', null)).toBe(2)
  })

  test('gives up a task that takes too long, and stops it', async () => {
    const { run } = open({ limitMs: 1000, mostAtOnce: 1 })
    await expect(run('wait', null)).rejects.toMatchObject(unavailable(/^Greeting took longer than 1 s; ask for less$/))
    // A slow machine may take longer to answer, too.
    await expect.poll(() => run('countAborted', null).catch(() => undefined)).toBe(1)
  })

  test('does not begin what nobody waits for', async () => {
    const { run } = open()
    await expect(run('greet', 'Ada', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(started).toBe(0)
  })

  test('that is closed has ended, fails what it was doing, and takes nothing more', async () => {
    const { run, close } = open()
    const waiting = run('wait', null)
    await run('greet', 'Ada')
    const closed = close()
    await expect(waiting).rejects.toMatchObject(unavailable(/^Greeting has ended$/))
    await closed
    expect(ended).toBe(1)
    await expect(run('greet', 'Ada')).rejects.toMatchObject(unavailable(/has ended/))
    expect(failures).toEqual([])
  })
})
