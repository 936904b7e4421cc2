// Test lanes: both-stores, slow

import { rmSync } from 'node:fs'
import { asUnixMs } from '@patchbay/core/time'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../server/configuration/configuration.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { onlyJobs, temporaryFolder, testEnvironment } from '../../gateway.ts'
import { startServerProcess } from '../../server-process.ts'

const asked: string[] = []
let isSilent = true
const vendor = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return isSilent ? new Promise(() => undefined) : new Response(null, { status: 204 })
  },
})
const origin = `http://127.0.0.1:${vendor.port}`
const dataDir = temporaryFolder()
afterAll(async () => {
  await vendor.stop(true)
  rmSync(dataDir, { recursive: true, force: true })
})

const cron = '23 4 29 2 *'
const env = {
  PROVIDER_ORIGINS: JSON.stringify({ hubspot: origin }),
  CRONS: onlyJobs({ revocations: cron }),
}

/** Revocations that still have to be made, read while no gateway runs; each becomes due, as if its claim had expired. */
const waitingOnes = async () => {
  const { store } = await openStore(readConfiguration(testEnvironment(dataDir), []).configuration)
  const { revocations } = store.transfer.records
  const found = await revocations.read({ limit: 10, after: null })
  await revocations.write(found.map((each) => ({ ...each, next_at: asUnixMs(0) })))
  await store.close()
  return found.map(({ account }) => account).sort()
}

test('after kill -9 between the removal and the vendor’s answer the next gateway ends the access, once', async () => {
  const dying = await startServerProcess({ env, dataDir })
  const account = (id: string) => ({ id, label: id })
  const providers = { hubspot: { accounts: [account('main'), account('other')], default: 'main' } }
  await dying.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers })
  const app = { client_id: 'an-app', client_secret: 'a-secret', revoke_url: `${origin}/revoke/{token}` }
  await dying.admin('PUT', '/admin/apps/hubspot', app)
  for (const id of ['main', 'other']) {
    const seed = { client_id: 'an-app', client_secret: 'a-secret', token_endpoint: `${origin}/token` }
    const path = { tenant_id: 'acme', provider: 'hubspot', account_id: id }
    await dying.admin('PUT', `/admin/tokens/acme/hubspot/${id}`, { access_token: 'an-access-token' })
    await dying.admin('POST', '/admin/seed-oauth', { ...path, ...seed, refresh_token: `refresh-${id}` })
  }
  expect((await dying.admin('DELETE', '/admin/tenants/acme')).status).toBe(204)
  await expect.poll(() => asked).toHaveLength(2)
  await dying.end('SIGKILL')

  expect(await waitingOnes()).toEqual(['main', 'other'])
  asked.length = 0
  isSilent = false
  const next = await startServerProcess({ env, dataDir, adminKey: dying.adminKey })
  const run = async () => (await next.admin('POST', '/admin/run-cron', { cron })).body.results[0].result
  expect(await run()).toEqual({ abandoned: 0, ended: 2, kept: 0, failed: 0 })
  expect(asked.sort()).toEqual(['POST /revoke/refresh-main', 'POST /revoke/refresh-other'])
  expect(await run()).toEqual({ abandoned: 0, ended: 0, kept: 0, failed: 0 })
  const { entries } = (await next.admin('GET', '/admin/audit?tenant=acme&action=revoke_access')).body
  expect(entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ok', 'ok'])
  await next.end('SIGTERM')
  expect(await waitingOnes()).toEqual([])
})
