/**
 * `bun scheduler-process.ts <data folder or MongoDB URI>`: a gateway's scheduler in a process of its own, with one job
 * that takes a while. Prints `begin <Unix ms>` and `end <Unix ms>` around each run; SIGTERM stops it cleanly. A run begins
 * when the scheduler counts it: a slow machine may take long from there to the job itself, even into the next second.
 */
import { setTimeout } from 'node:timers/promises'
import { createRunJob, createScheduler } from '../../../server/jobs/index.ts'
import type { Job } from '../../../server/jobs/schedule/job.ts'
import { openStore } from '../../../server/store/open-store.ts'

const [where = ''] = process.argv.slice(2)
const { store, jobs: repository } = await openStore(
  where.startsWith('mongodb') ? { mongodbUri: where, dataDir: '' } : { mongodbUri: null, dataDir: where },
)

const job: Job = {
  name: 'tick',
  cron: '* * * * * *',
  changes: [],
  async run(signal) {
    const { jobs } = await repository.queryJobs({ name: 'tick' })
    console.log(`begin ${jobs[0]?.lastRunAt?.getTime()}`)
    await setTimeout(400, undefined, { signal }).catch(() => undefined)
    console.log(`end ${Date.now()}`)
    return {}
  },
}

const scheduler = createScheduler({
  jobs: [job],
  repository,
  runJob: createRunJob({
    snapshots: store.snapshots,
    auditLog: { record: async () => undefined },
    log: { error: console.error, line: () => undefined },
    onRun: () => undefined,
  }),
  onError: console.error,
  processEveryMs: 100,
  lockMs: 2000,
})

process.on('SIGTERM', async () => {
  await scheduler.stop()
  await store.close()
  process.exit(0)
})
await scheduler.start()
console.log('started')
