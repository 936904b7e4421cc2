import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createDeadlines } from './deadline.ts'

const never = new Promise<never>(() => {})
const arrival = (signal = new AbortController().signal, startedAt = performance.now()) => ({ signal, startedAt })
const patient = () => arrival()
const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    if (signal.aborted) resolve(signal.reason)
    signal.addEventListener('abort', () => resolve(signal.reason))
  })
const timeout = { code: 'TIMEOUT', status: 504, message: 'The call took longer than 0.1 s' }

it('work that takes too long ends in TIMEOUT at the deadline, not before and not long after it', async () => {
  const begun = performance.now()
  const deadline = createDeadlines(100).start(patient())
  // Timers fire in the order of their times, however late a busy machine lets them.
  const late = wait(5000, 'late', { ref: false })
  await expect(Promise.race([deadline.orTimeout(never), late])).rejects.toMatchObject(timeout)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(99)
})

it('work that ends in time keeps its result or error', async () => {
  const deadline = createDeadlines(100).start(patient())
  expect(await deadline.orTimeout(Promise.resolve(7))).toBe(7)
  await expect(deadline.orTimeout(Promise.reject(new Error('its own')))).rejects.toThrow('its own')
  deadline.clear()
})

it('its signal is aborted at the deadline', async () => {
  const deadline = createDeadlines(100).start(patient())
  expect(await aborted(deadline.signal())).toMatchObject(timeout)
})

it('work that begins after the deadline is aborted at once', async () => {
  const deadline = createDeadlines(100).start(patient())
  await expect(deadline.orTimeout(never)).rejects.toMatchObject(timeout)
  expect(deadline.signal().reason).toMatchObject(timeout)
  await expect(deadline.orTimeout(never)).rejects.toMatchObject(timeout)
})

it('its signal is aborted when the caller hangs up, even before the signal was made', async () => {
  for (const late of [false, true]) {
    const caller = new AbortController()
    const deadline = createDeadlines(1000).start(arrival(caller.signal))
    if (late) caller.abort()
    const signal = deadline.signal()
    caller.abort()
    await expect.poll(() => signal.reason).toMatchObject({ code: 'CLIENT_CLOSED', status: 499 })
    deadline.clear()
  }
})

it('work that begins after the caller has hung up is aborted at once, even if the signal was made before', () => {
  const caller = new AbortController()
  const deadline = createDeadlines(1000).start(arrival(caller.signal))
  expect(deadline.signal().aborted).toBe(false)
  caller.abort()
  expect(deadline.signal().reason).toMatchObject({ code: 'CLIENT_CLOSED', status: 499 })
  deadline.clear()
})

it('the signal of a call that has ended isn’t aborted', async () => {
  const deadlines = createDeadlines(100)
  const over = deadlines.start(patient())
  const signal = over.signal()
  over.clear()
  await expect(deadlines.start(patient()).orTimeout(never)).rejects.toMatchObject(timeout)
  expect(signal.aborted).toBe(false)
})

it('each call has its own deadline, even if it begins as another ends', async () => {
  const deadlines = createDeadlines(100)
  await expect(deadlines.start(patient()).orTimeout(never)).rejects.toMatchObject(timeout)
  const begun = performance.now()
  await expect(deadlines.start(patient()).orTimeout(never)).rejects.toMatchObject(timeout)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(99)
})

it('an older call ends before a younger one', async () => {
  // Only the test moves this clock: on a busy machine both could be over by the time that anything looks.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const deadlines = createDeadlines(200)
  const ended: string[] = []
  const end = (name: string, deadline: ReturnType<typeof deadlines.start>) =>
    void deadline.orTimeout(never).catch(() => ended.push(name))
  const now = performance.now()
  end('new', deadlines.start(arrival(undefined, now)))
  end('old', deadlines.start(arrival(undefined, now - 120)))
  await vi.advanceTimersByTimeAsync(50)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(50)
  expect(ended).toEqual(['old'])
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).toEqual(['old', 'new'])
})

/** Blocks the thread, as the disk or a long computation might. */
const standStill = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

it('is over by the clock, also while no timer has run', async () => {
  const deadline = createDeadlines(100).start(patient())
  const begun = deadline.signal()
  expect([begun.aborted, deadline.expired]).toEqual([false, undefined])
  standStill(110)
  expect(deadline.expired).toMatchObject(timeout)
  expect(begun.reason).toMatchObject(timeout)
  expect(deadline.signal().reason).toMatchObject(timeout)
  await expect(deadline.orTimeout(Promise.resolve(7))).rejects.toMatchObject(timeout)
})

it('a call that waited for longer than its time begins nothing', () => {
  const late = createDeadlines(100).start(arrival(undefined, performance.now() - 100))
  expect(late.signal().reason).toMatchObject(timeout)
})

it('a transfer that goes on has as long again, but revives no deadline that has passed', async () => {
  const startedAt = performance.now()
  const deadline = createDeadlines(60_000).start(arrival(undefined, startedAt - 59_000))
  deadline.progressed()
  expect(deadline.at).toBeGreaterThanOrEqual(startedAt + 60_000)
  expect(deadline.expired).toBeUndefined()
  deadline.clear()

  const late = createDeadlines(60_000).start(arrival(undefined, startedAt - 61_000))
  // Bytes arrive before any timer has run.
  late.progressed()
  expect(late.expired).toMatchObject({ code: 'TIMEOUT' })
  expect(late.at).toBeLessThan(startedAt)
  expect(late.signal().reason).toMatchObject({ code: 'TIMEOUT' })
})
