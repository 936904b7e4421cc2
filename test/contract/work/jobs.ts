import type { JobParameters, JobRepository, JobsQueryOptions, RemoveJobsOptions } from 'agenda'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { later, noon } from '../samples.ts'

const job = (name: string, changes: Partial<JobParameters> = {}): JobParameters => ({
  name,
  type: 'normal',
  priority: 0,
  data: {},
  nextRunAt: noon,
  ...changes,
})

const by = { lastModifiedBy: 'us' }
/** Locks that are older than this are free. */
const deadline = later(-60_000)

/** The behaviour of `JobRepository` that Agenda and Patchbay rely on. */
export const jobsContract = (fresh: FreshStore): void => {
  describe('jobs', () => {
    const connected = async (): Promise<JobRepository> => {
      const { jobs } = (await fresh()).store
      await jobs.connect()
      return jobs
    }
    const namesOf = async (jobs: JobRepository, options?: JobsQueryOptions) =>
      (await jobs.queryJobs(options)).jobs.map(({ name }) => name)
    const next = (jobs: JobRepository, name: string, scanAt = later(1000), now = noon) =>
      jobs.getNextJobToRun(name, scanAt, deadline, now, by)

    it('a job is read as it was saved', async () => {
      const jobs = await connected()
      const saved = await jobs.saveJob(job('a', { repeatInterval: '* * * * *', data: { n: [1, { m: null }] } }), by)
      const read = await jobs.getJobById(`${saved._id}`)
      const wanted = { name: 'a', data: { n: [1, { m: null }] }, nextRunAt: noon, repeatInterval: '* * * * *', ...by }
      expect(saved).toMatchObject(wanted)
      expect(read).toMatchObject(wanted)
    })

    it('there is no job by an id that none has', async () => {
      const jobs = await connected()
      const { _id } = await jobs.saveJob(job('a'), by)
      await jobs.removeJobs({ name: 'a' })
      expect(await jobs.getJobById(`${_id}`)).toBeNull()
    })

    it.each<[about: string, saves: readonly JobParameters[], want: number]>([
      ['each normal job is one of its own', [job('a'), job('a')], 2],
      ['a single job is there once', [job('a', { type: 'single' }), job('a', { type: 'single' })], 1],
      [
        'a unique job takes the place of the one with its value',
        [1, 2, 1].map((id) => job('a', { data: { id }, unique: { 'data.id': id } })),
        2,
      ],
      [
        'a job that is inserted only leaves the one that is there',
        [noon, later(5)].map((nextRunAt) =>
          job('a', {
            nextRunAt,
            repeatInterval: '* * * * *',
            unique: { repeatInterval: '* * * * *' },
            uniqueOpts: { insertOnly: true },
          }),
        ),
        1,
      ],
    ])('%s', async (_about, saves, want) => {
      const jobs = await connected()
      for (const each of saves) await jobs.saveJob(each, by)
      const { jobs: found, total } = await jobs.queryJobs({ name: 'a' })
      expect(total).toBe(want)
      if (want === 1) expect(found[0]?.nextRunAt).toEqual(noon)
    })

    it('of many that take a job at once one gets it', async () => {
      const jobs = await connected()
      await jobs.saveJob(job('a'), by)
      const taken = await Promise.all(Array.from({ length: 20 }, () => next(jobs, 'a')))
      expect(taken.filter((each) => each !== undefined)).toMatchObject([{ name: 'a', lockedAt: noon, ...by }])
    })

    it.each<[about: string, changes: Partial<JobParameters>, isTaken: boolean]>([
      ['is due', {}, true],
      ['is due within the scan', { nextRunAt: later(1000) }, true],
      ['is due after the scan', { nextRunAt: later(1001) }, false],
      ['never runs again', { nextRunAt: null }, false],
      ['is disabled', { disabled: true }, false],
      ['is locked', { lockedAt: later(-59_999) }, false],
      ['has a lock that has expired', { lockedAt: deadline, nextRunAt: later(1e9) }, true],
    ])('a job that %s is taken as it should be', async (_about, changes, isTaken) => {
      const jobs = await connected()
      await jobs.saveJob(job('a', changes), by)
      expect((await next(jobs, 'a')) !== undefined).toBe(isTaken)
    })

    it('the one that has been due for longest is taken first, then the one that matters most', async () => {
      const jobs = await connected()
      for (const [at, priority] of [
        [5, 0],
        [1, 0],
        [1, 10],
      ] as const) {
        await jobs.saveJob(job('a', { nextRunAt: later(at), priority }), by)
      }
      const taken = [await next(jobs, 'a'), await next(jobs, 'a'), await next(jobs, 'a')]
      expect(taken.map((each) => [each?.nextRunAt, each?.priority])).toEqual([
        [later(1), 10],
        [later(1), 0],
        [later(5), 0],
      ])
    })

    it('a given job is locked once, unless it has moved on or is disabled', async () => {
      const jobs = await connected()
      const free = await jobs.saveJob(job('a'), by)
      const disabled = await jobs.saveJob(job('b', { disabled: true }), by)
      expect(await jobs.lockJob({ ...free, nextRunAt: later(1) }, by)).toBeUndefined()
      expect(await jobs.lockJob(disabled, by)).toBeUndefined()
      expect(await jobs.lockJob(free, by)).toMatchObject({ _id: free._id, lockedAt: expect.any(Date) })
      expect(await jobs.lockJob(free, by)).toBeUndefined()
    })

    it('an unlocked job can be taken again; one that never runs again only by its id', async () => {
      const jobs = await connected()
      const [a, b] = [await jobs.saveJob(job('a'), by), await jobs.saveJob(job('b', { nextRunAt: null }), by)]
      for (const each of [a, b]) await jobs.saveJobState({ ...each, lockedAt: noon }, by)
      for (const each of [a, b]) await jobs.unlockJob(each)
      expect(await namesOf(jobs, { state: 'running' })).toEqual(['b'])
      await jobs.unlockJobs([a, b].flatMap(({ _id }) => _id ?? []))
      expect(await namesOf(jobs, { state: 'running' })).toEqual([])
    })

    it("a job's state is saved beside what others save of it, and not when it is gone", async () => {
      const jobs = await connected()
      const saved = await jobs.saveJob(job('a'), by)
      await jobs.disableJobs({ name: 'a' })
      const state = { lockedAt: noon, lastRunAt: later(1), nextRunAt: later(2), failCount: 3, failReason: 'it rains' }
      await jobs.saveJobState({ ...saved, ...state, data: { other: true } }, by)
      expect(await jobs.getJobById(`${saved._id}`)).toMatchObject({ ...state, data: {}, disabled: true })
      await jobs.removeJobs({ name: 'a' })
      await expect(jobs.saveJobState(saved, by)).rejects.toThrow('a')
    })

    describe('of five', () => {
      const five = async () => {
        const jobs = await connected()
        const ids: string[] = []
        for (const [n, name] of ['alpha', 'beta', 'gamma', 'beta', 'delta'].entries()) {
          const { _id } = await jobs.saveJob(job(name, { nextRunAt: later(n), data: { n, at: { m: n % 2 } } }), by)
          ids.push(`${_id}`)
        }
        return { jobs, ids }
      }

      it.each<[options: JobsQueryOptions, want: readonly string[], total?: number]>([
        [{}, ['delta', 'beta', 'gamma', 'beta', 'alpha']],
        [{ name: 'beta' }, ['beta', 'beta']],
        [{ names: ['beta', 'alpha'] }, ['beta', 'beta', 'alpha']],
        [{ names: [] }, ['delta', 'beta', 'gamma', 'beta', 'alpha']],
        [{ search: 'LT' }, ['delta']],
        [{ search: '.*' }, []],
        [{ data: { at: { m: 1 } } }, ['beta', 'beta']],
        [{ data: { n: 2, at: { m: 0 } } }, ['gamma']],
        [{ sort: { name: 'desc', nextRunAt: 'asc' }, limit: 2 }, ['alpha', 'beta'], 5],
        [{ sort: { name: 'desc' }, limit: 2 }, ['gamma', 'delta'], 5],
        [{ sort: { nextRunAt: 'asc' }, skip: 1, limit: 2 }, ['beta', 'gamma'], 5],
        [{ state: 'queued', name: 'alpha' }, ['alpha']],
        [{ state: 'running' }, []],
      ])('%j finds what matches', async (options, want, total = want.length) => {
        const { jobs } = await five()
        expect(await namesOf(jobs, options)).toEqual(want)
        expect((await jobs.queryJobs(options)).total).toBe(total)
      })

      it.each<[options: (ids: readonly string[]) => RemoveJobsOptions, gone: number]>([
        [() => ({}), 0],
        [() => ({ name: 'beta' }), 2],
        [() => ({ names: ['beta', 'gamma'] }), 3],
        [() => ({ notNames: ['beta'] }), 3],
        [([id = '']) => ({ id }), 1],
        [(ids) => ({ ids: ids.slice(0, 2) }), 2],
        [() => ({ data: { at: { m: 0 } } }), 3],
        [() => ({ name: 'beta', data: { n: 1 } }), 1],
        [() => ({ name: 'none' }), 0],
      ])('case %#: what matches is disabled, enabled and removed, and nothing else', async (options, gone) => {
        const { jobs, ids } = await five()
        expect(await jobs.disableJobs(options(ids))).toBe(gone)
        expect(await namesOf(jobs, { includeDisabled: false })).toHaveLength(5 - gone)
        expect(await namesOf(jobs, { state: 'paused' })).toHaveLength(gone)
        expect(await jobs.enableJobs(options(ids))).toBe(gone)
        expect(await jobs.removeJobs(options(ids))).toBe(gone)
        expect(await namesOf(jobs)).toHaveLength(5 - gone)
      })

      it('they are counted by name, and those whose time has come', async () => {
        const { jobs } = await five()
        await jobs.disableJobs({ name: 'gamma' })
        await next(jobs, 'beta')
        expect((await jobs.getDistinctJobNames()).sort()).toEqual(['alpha', 'beta', 'delta', 'gamma'])
        expect(await jobs.getQueueSize()).toBe(5)
        const overview = await jobs.getJobsOverview()
        expect(overview.find(({ name }) => name === 'beta')).toMatchObject({
          total: 2,
          running: 1,
          queued: 1,
          paused: 0,
        })
        expect(overview.find(({ name }) => name === 'gamma')).toMatchObject({ total: 1, paused: 1 })
      })

      it('all can be removed', async () => {
        const { jobs } = await five()
        expect(await jobs.purgeAllJobs()).toBe(5)
        expect(await namesOf(jobs)).toEqual([])
      })
    })

    it('they are there when the store is opened again', async () => {
      const { store, reopen } = await fresh()
      await store.jobs.connect()
      const { _id } = await store.jobs.saveJob(job('a'), by)
      const { jobs } = await reopen()
      await jobs.connect()
      expect(await jobs.getJobById(`${_id}`)).toMatchObject({ name: 'a', nextRunAt: noon })
    })
  })
}
