import { expect, it } from 'vitest'
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

it('work that takes too long is TIMEOUT, not before its time and not long after it', async () => {
  const begun = performance.now()
  const deadline = createDeadlines(100).start(patient())
  await expect(deadline.orTimeout(never)).rejects.toMatchObject(timeout)
  const took = performance.now() - begun
  expect(took).toBeGreaterThanOrEqual(99)
  expect(took).toBeLessThan(5000)
})

it('work that is done in time answers, or fails, as it does', async () => {
  const deadline = createDeadlines(100).start(patient())
  expect(await deadline.orTimeout(Promise.resolve(7))).toBe(7)
  await expect(deadline.orTimeout(Promise.reject(new Error('its own')))).rejects.toThrow('its own')
  deadline.clear()
})

it('its signal is aborted when the time is over', async () => {
  const deadline = createDeadlines(100).start(patient())
  expect(await aborted(deadline.signal())).toMatchObject(timeout)
})

it('what begins after the time was over is aborted at once', async () => {
  const deadline = createDeadlines(100).start(patient())
  await expect(deadline.orTimeout(never)).rejects.toMatchObject(timeout)
  expect(deadline.signal().reason).toMatchObject(timeout)
  await expect(deadline.orTimeout(never)).rejects.toMatchObject(timeout)
})

it('its signal is aborted when the caller hangs up, also before there was one', async () => {
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

it('what begins after the caller has hung up is aborted at once, also when its signal was there before', () => {
  const caller = new AbortController()
  const deadline = createDeadlines(1000).start(arrival(caller.signal))
  expect(deadline.signal().aborted).toBe(false)
  caller.abort()
  expect(deadline.signal().reason).toMatchObject({ code: 'CLIENT_CLOSED', status: 499 })
  deadline.clear()
})

it('a call that is over is left alone', async () => {
  const deadlines = createDeadlines(100)
  const over = deadlines.start(patient())
  const signal = over.signal()
  over.clear()
  await expect(deadlines.start(patient()).orTimeout(never)).rejects.toMatchObject(timeout)
  expect(signal.aborted).toBe(false)
})

it('each call has its own time, also when it begins as another one ends', async () => {
  const deadlines = createDeadlines(100)
  await expect(deadlines.start(patient()).orTimeout(never)).rejects.toMatchObject(timeout)
  const begun = performance.now()
  await expect(deadlines.start(patient()).orTimeout(never)).rejects.toMatchObject(timeout)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(99)
})

it('a call that began a while ago ends before one that began since', async () => {
  const deadlines = createDeadlines(200)
  const ended: string[] = []
  const end = (name: string, deadline: ReturnType<typeof deadlines.start>) =>
    deadline.orTimeout(never).catch(() => ended.push(name))
  const now = performance.now()
  await Promise.all([
    end('new', deadlines.start(arrival(undefined, now))),
    end('old', deadlines.start(arrival(undefined, now - 120))),
  ])
  expect(ended).toEqual(['old', 'new'])
})

/** Nothing else runs meanwhile, as when the disk or a long computation holds the thread. */
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
