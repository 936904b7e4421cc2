import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultCrons, type JobName } from '../../../server/configuration/default-crons.ts'
import { onlyJobs, startTestGateway } from '../../gateway.ts'

const yearly = '0 0 1 1 *'
/** The watch over vendors is off where nobody turns it on. */
const names = (Object.keys(defaultCrons) as JobName[]).filter((name) => name !== 'vendor-watch')

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  const CRONS = onlyJobs(Object.fromEntries(names.map((name) => [name, yearly])))
  gateway = await startTestGateway({ env: { CRONS } })
})
afterAll(() => gateway.stop())

test('jobs that find nothing to do leave nothing in the audit log, however often they run', async () => {
  await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
  for (const name of [...names, ...names]) {
    expect(await gateway.admin('POST', `/admin/jobs/${name}/run`)).toMatchObject({ body: { outcome: 'ok' } })
  }
  expect((await gateway.admin('GET', '/admin/audit?source=job')).body.entries).toEqual([])
})
