import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, testAdminKey } from '../../test/gateway.ts'
import { checkGateway } from './doctor.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  const env = { ADMIN_PORT: '0', ADMIN_API_KEY: hashToken(testAdminKey), METRICS_TOKEN: 'a-token-for-prometheus' }
  gateway = await startTestGateway({ env })
})
afterAll(() => gateway.stop())

test('the doctor knows the admin listener of a gateway that runs, and asks its other one how it is', async () => {
  const [admin, open] = [await checkGateway(gateway.adminUrl, true), await checkGateway(gateway.url, true)]
  expect(admin).toMatchObject({ result: 'ok', detail: expect.stringContaining('is the admin listener') })
  expect(open).toMatchObject({ result: 'ok', detail: expect.stringContaining('is healthy') })
})

test('another server at the URL is no gateway', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('', { status: 404 }) })
  expect(await checkGateway(other.url.origin, true)).toMatchObject({ result: 'fault' })
  await other.stop(true)
})
