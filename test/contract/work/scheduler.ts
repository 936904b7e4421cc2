import { describe, expect, it, onTestFinished } from 'vitest'
import { createRunJob, createScheduler, findLastRun, type JobRun } from '../../../server/jobs/index.ts'
import type { Job } from '../../../server/jobs/schedule/job.ts'
import type { FreshStore, StoreWithJobs } from '../open-store.ts'

/** Agenda accepts a field for seconds, so that a test needn't wait for minutes. */
const everySecond = '* * * * * *'
const never = '0 0 1 1 *'
const soon = { timeout: 60_000, interval: 20 }

const quiet = { error: () => undefined, line: () => undefined }
const noAudit = { record: async () => undefined }

/** A job that counts its runs. A run ends when the test releases it, or when it is aborted. */
const createGatedJob = (name: string, cron: string) => {
  const seen = { runs: 0, running: 0, most: 0, aborted: 0 }
  const open = Promise.withResolvers<void>()
  const job: Job = {
    name,
    cron,
    changes: [],
    async run(signal) {
      seen.runs++
      seen.running++
      seen.most = Math.max(seen.most, seen.running)
      const stopped = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => stopped.resolve())
      await Promise.race([open.promise, stopped.promise])
      if (signal.aborted) seen.aborted++
      seen.running--
      return { run: seen.runs }
    },
  }
  return { job, seen, letGo: () => open.resolve() }
}

const createCountedJob = (name: string, cron: string) => {
  const seen = { runs: 0 }
  const job: Job = {
    name,
    cron,
    changes: [],
    async run() {
      seen.runs++
      return {}
    },
  }
  return { job, seen }
}

/** A gateway's scheduler over a shared store, with short polls and locks. */
const createGateway = (store: StoreWithJobs, jobs: readonly Job[], { lockMs = 60_000, patienceMs = 5000 } = {}) => {
  const looks = { count: 0, touches: 0 }
  const state: { isCutOff: boolean; stallMs: number; cutOffAt?: string; slow?: Promise<void>; faults: unknown[] } = {
    isCutOff: false,
    stallMs: 0,
    faults: [],
  }
  const counted: Partial<Record<string | symbol, () => void>> = {
    getNextJobToRun: () => looks.count++,
    saveJobState: () => looks.touches++,
  }
  const repository = new Proxy(store.jobs, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        if (name === state.cutOffAt) state.isCutOff = true
        if (state.isCutOff) throw new Error('the network is gone')
        counted[name]?.()
        if (name === 'getNextJobToRun') await state.slow
        const answer = await member.apply(target, args)
        if (name === 'getNextJobToRun' && answer) {
          // Like a process that is suspended, or a machine that sleeps.
          Bun.sleepSync(state.stallMs)
          state.stallMs = 0
        }
        return answer
      }
    },
  })
  const runs: JobRun[] = []
  const runJob = createRunJob({
    snapshots: store.snapshots,
    auditLog: noAudit,
    log: { ...quiet, error: (context: unknown) => state.faults.push(context) },
    onRun: (run) => runs.push(run),
  })
  const scheduler = createScheduler({
    jobs,
    repository,
    runJob,
    onError: () => undefined,
    processEveryMs: 50,
    lockMs,
    patienceMs,
  })
  onTestFinished(async () => {
    state.isCutOff = false
    await scheduler.stop()
  })
  /** Resolves after this scheduler polled `times` more times. */
  const looked = async (times = 3) => {
    const from = looks.count
    await expect.poll(() => looks.count, soon).toBeGreaterThanOrEqual(from + times)
  }
  return { ...scheduler, looks, looked, state, runs }
}

/** The guarantees of schedules on every store. */
export const schedulerContract = (fresh: FreshStore): void => {
  describe('scheduler', () => {
    it('a job runs at its times, again and again, and its last result is kept', async () => {
      const { store } = await fresh()
      const { job, seen } = createCountedJob('tick', everySecond)
      const gateway = createGateway(store, [job])
      await gateway.start()
      await expect.poll(() => seen.runs, soon).toBeGreaterThanOrEqual(2)
      const [first, second] = gateway.runs.map(({ at }) => Math.floor(Date.parse(at) / 1000))
      expect(second).toBeGreaterThan(first ?? 0)
      expect(await findLastRun(store.snapshots, 'tick')).toMatchObject({ name: 'tick', outcome: 'ok' })
    })

    it('a job that a stop cuts off says so, which is not the fault of the gateway', async () => {
      const { store } = await fresh()
      const begun = Promise.withResolvers<void>()
      const job: Job = {
        name: 'asking',
        cron: everySecond,
        changes: [],
        async run(signal) {
          begun.resolve()
          const { promise, reject } = Promise.withResolvers<never>()
          signal.addEventListener('abort', () => reject(new Error('fetch failed', { cause: signal.reason })))
          return promise
        },
      }
      const gateway = createGateway(store, [job])
      await gateway.start()
      await begun.promise
      await gateway.stop()
      expect(await findLastRun(store.snapshots, 'asking')).toMatchObject({
        outcome: 'error',
        code: 'UNAVAILABLE',
        error: 'The job was cut off because the gateway is stopping; its next run continues',
      })
      expect(gateway.state.faults).toEqual([])
    })

    it('of two gateways one runs a job, and not again while it runs', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('slow', everySecond)
      const [one, other] = [createGateway(store, [gated.job]), createGateway(store, [gated.job])]
      await Promise.all([one.start(), other.start()])
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      const due = (await store.jobs.queryJobs({ name: 'slow' })).jobs[0]?.nextRunAt?.getTime() ?? 0
      await expect.poll(() => Date.now(), soon).toBeGreaterThan(due)
      // The gateway that runs the job doesn't poll for it.
      await Promise.race([one.looked(), other.looked()])
      expect(gated.seen.runs).toBe(1)
      gated.letGo()
      await expect.poll(() => gated.seen.runs, soon).toBeGreaterThanOrEqual(3)
      expect(gated.seen.most).toBe(1)
    })

    it('jobs do not wait for each other', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('slow', everySecond)
      const { job, seen } = createCountedJob('quick', everySecond)
      const gateway = createGateway(store, [gated.job, job])
      await gateway.start()
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      const before = seen.runs
      await expect.poll(() => seen.runs, soon).toBeGreaterThan(before)
    })

    it('a job that runs for longer than a lock lives keeps its lock', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('long', everySecond)
      const one = createGateway(store, [gated.job], { lockMs: 1500 })
      await one.start()
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      const other = createGateway(store, [gated.job], { lockMs: 1500 })
      await other.start()
      const { touches } = one.looks
      await expect.poll(() => one.looks.touches, soon).toBeGreaterThanOrEqual(touches + 10)
      await other.looked()
      expect(gated.seen).toMatchObject({ runs: 1, aborted: 0 })
    })

    it('when a gateway is cut off in mid-job its job is told to stop, and another takes over once the lock is free', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('long', everySecond)
      const one = createGateway(store, [gated.job], { lockMs: 600 })
      await one.start()
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      one.state.isCutOff = true
      const { job, seen } = createCountedJob('long', everySecond)
      const other = createGateway(store, [job], { lockMs: 600 })
      await other.start()
      await expect.poll(() => gated.seen.aborted, soon).toBe(1)
      await expect.poll(() => seen.runs, soon).toBeGreaterThanOrEqual(1)
    })

    it('a gateway that was stopped between locking a job and running it, for longer than the lock lives, runs it again', async () => {
      const { store } = await fresh()
      const { job, seen } = createCountedJob('tick', everySecond)
      const gateway = createGateway(store, [job], { lockMs: 300 })
      gateway.state.stallMs = 400
      await gateway.start()
      await expect.poll(() => seen.runs, soon).toBeGreaterThanOrEqual(1)
    })

    it('a store that goes away while the schedule of a gateway that died is taken over ends no process', async () => {
      const { store } = await fresh()
      const gateway = createGateway(store, [createCountedJob('yearly', never).job])
      await gateway.start()
      gateway.state.cutOffAt = 'unlockJob'
      const [made] = (await store.jobs.queryJobs({ name: 'yearly' })).jobs
      // The job had run, and its process died before recording it. Vitest fails if a rejection is unhandled.
      if (made) await store.jobs.saveJobState({ ...made, lockedAt: new Date(0) }, undefined)
      await expect.poll(() => gateway.state.isCutOff, soon).toBe(true)
    })

    it('gateways that start at once make one schedule, and a later start leaves it as it is', async () => {
      const { store } = await fresh()
      const { job } = createCountedJob('yearly', never)
      await Promise.all(Array.from({ length: 4 }, () => createGateway(store, [job]).start()))
      const [made, ...others] = (await store.jobs.queryJobs({ name: 'yearly' })).jobs
      expect(others).toEqual([])
      await createGateway(store, [job]).start()
      expect((await store.jobs.queryJobs({ name: 'yearly' })).jobs).toEqual([made])
    })

    it.each(['before a start', 'while it runs'])(
      'a job that was scheduled by a clock that was ahead, %s, runs at its times again',
      async (when) => {
        const { store } = await fresh()
        const { job, seen } = createCountedJob('tick', everySecond)
        const gateway = createGateway(store, [job])
        const other = createGateway(store, [job])
        await gateway.start()
        if (when === 'before a start') await gateway.stop()
        // Not between the lock and the end of a run, which schedules the next one.
        const setForward = async () => {
          const [made] = (await store.jobs.queryJobs({ name: 'tick' })).jobs
          const locked = made && (await store.jobs.lockJob(made, undefined))
          if (!locked) return false
          const nextRunAt = new Date(Date.now() + 86_400_000)
          await store.jobs.saveJobState(Object.assign(locked, { nextRunAt, lockedAt: undefined }), undefined)
          return true
        }
        await expect.poll(setForward, soon).toBe(true)
        const before = seen.runs
        if (when === 'before a start') await other.start()
        await expect.poll(() => seen.runs, soon).toBeGreaterThan(before + 1)
      },
    )

    it('a start does not free the lock of a run that is under way', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('slow', everySecond)
      await createGateway(store, [gated.job]).start()
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      const other = createGateway(store, [gated.job])
      await other.start()
      await other.looked()
      expect(gated.seen.runs).toBe(1)
    })

    it('another cron takes the place of the one before', async () => {
      const { store } = await fresh()
      const { job, seen } = createCountedJob('changed', never)
      const before = createGateway(store, [job])
      await before.start()
      await before.stop()
      await createGateway(store, [{ ...job, cron: everySecond }]).start()
      expect((await store.jobs.queryJobs({ name: 'changed' })).jobs).toMatchObject([{ repeatInterval: everySecond }])
      await expect.poll(() => seen.runs, soon).toBeGreaterThanOrEqual(1)
    })

    it('a run that came due while no gateway was up is caught up, once', async () => {
      const { store } = await fresh()
      const { job, seen } = createCountedJob('missed', never)
      const before = createGateway(store, [job])
      await before.start()
      await before.stop()
      const [made] = (await store.jobs.queryJobs({ name: 'missed' })).jobs
      expect(made).toBeDefined()
      if (made) await store.jobs.saveJobState({ ...made, nextRunAt: new Date(0) }, undefined)
      const after = createGateway(store, [job])
      await after.start()
      await expect.poll(() => seen.runs, soon).toBe(1)
      await after.looked()
      expect(seen.runs).toBe(1)
    })

    it('a stop tells running jobs to end, waits for them, and leaves no lock', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('slow', everySecond)
      const gateway = createGateway(store, [gated.job])
      await gateway.start()
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      await gateway.stop()
      expect(gated.seen).toMatchObject({ running: 0, aborted: 1 })
      const { jobs } = await store.jobs.queryJobs({ name: 'slow' })
      expect(jobs.map(({ state }) => state)).not.toContain('running')
      gated.letGo()
      await createGateway(store, [gated.job]).start()
      await expect.poll(() => gated.seen.runs, soon).toBeGreaterThanOrEqual(2)
    })

    it('a stop leaves no lock when a poll for due jobs is under way', async () => {
      const { store } = await fresh()
      const gateway = createGateway(store, [createCountedJob('due', never).job])
      const slow = Promise.withResolvers<void>()
      gateway.state.slow = slow.promise
      await gateway.start()
      await expect.poll(() => gateway.looks.count, soon).toBeGreaterThanOrEqual(1)
      const due = async () => (await store.jobs.queryJobs({ name: 'due' })).jobs[0]
      const made = await due()
      if (made) await store.jobs.saveJobState({ ...made, nextRunAt: new Date(0) }, undefined)
      const stopped = gateway.stop()
      await Promise.race([stopped, Bun.sleep(50)])
      slow.resolve()
      await stopped
      await Bun.sleep(50)
      expect((await due())?.lockedAt ?? undefined).toBeUndefined()
    })

    it('a job that fails is reported without what it threw, and runs again', async () => {
      const { store } = await fresh()
      let runs = 0
      const job: Job = {
        name: 'failing',
        cron: everySecond,
        changes: [],
        async run() {
          runs++
          throw new Error('the password is hunter2')
        },
      }
      await createGateway(store, [job]).start()
      await expect.poll(() => runs, soon).toBeGreaterThanOrEqual(2)
      const last = await findLastRun(store.snapshots, 'failing')
      expect(last).toMatchObject({ outcome: 'error', code: 'INTERNAL_ERROR' })
      expect(JSON.stringify([last, await store.jobs.queryJobs({})])).not.toContain('hunter2')
    })

    it('all jobs on a cron can be run now; one that is running already is waited for', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('slow', never)
      const { job, seen } = createCountedJob('quick', never)
      const [one, other] = [createGateway(store, [gated.job, job]), createGateway(store, [gated.job])]
      await Promise.all([one.start(), other.start()])
      const first = one.runNow(never)
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      const second = other.runNow(never)
      gated.letGo()
      expect(await first).toMatchObject([
        { name: 'slow', outcome: 'ok', result: { run: 1 } },
        { name: 'quick', outcome: 'ok' },
      ])
      expect(await second).toMatchObject([{ name: 'slow', outcome: 'ok', result: { run: 2 } }])
      expect([gated.seen.most, seen.runs]).toEqual([1, 1])
      expect(await one.runNow('1 1 1 1 *')).toEqual([])
    })

    it('a run that is asked for while one goes on and on is skipped in the end', async () => {
      const { store } = await fresh()
      const gated = createGatedJob('slow', never)
      const one = createGateway(store, [gated.job])
      const other = createGateway(store, [gated.job], { patienceMs: 100 })
      await Promise.all([one.start(), other.start()])
      const first = one.runNow(never)
      await expect.poll(() => gated.seen.running, soon).toBe(1)
      expect(await other.runNow(never)).toMatchObject([{ name: 'slow', outcome: 'skipped' }])
      gated.letGo()
      await first
    })
  })
}
