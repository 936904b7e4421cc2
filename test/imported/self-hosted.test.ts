// Test lanes: slow

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importDocument } from '../../codegen/import/index.ts'
import { documentOf } from '../../codegen/import/testing/slice-of.ts'
import { temporaryFolder } from '../gateway.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { startServerProcess } from '../server-process.ts'

/** A product that people run themselves, as its document has it: at this machine, with a key and whose it is as parameters. */
const headers = ['X-Auth-Token', 'X-User-Id'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}))
const document = documentOf(
  {
    '/shelves': { get: { operationId: 'listShelves', parameters: headers } },
    '/me': { get: { operationId: 'getMe', parameters: headers } },
  },
  {
    servers: [
      {
        url: '{protocol}://{host}/api/v1',
        variables: { protocol: { default: 'http' }, host: { default: 'localhost:8989' } },
      },
    ],
  },
)

const root = temporaryFolder()
const product = await startScripted(answer(200, [{ id: 1 }]))
afterAll(async () => {
  await product.stop()
  rmSync(root, { recursive: true })
})

test('a self-hosted product comes from its document to a call on this machine, as the page says', async () => {
  await Bun.write(join(root, 'shelves.json'), JSON.stringify(document))
  const report = await importDocument({ root, source: join(root, 'shelves.json'), id: 'shelves' })
  expect(report).toContain("overlay.ts: origin: selfHosted('host'), settings: { host: pattern(")
  const start = (env: Record<string, string>) =>
    startServerProcess({ env: { PLUGINS_DIR: join(root, 'providers'), ...env } })

  const refused = await start({})
  await refused.exited
  expect(refused.output.stderr + refused.output.stdout).toMatch(
    /the host api\.example\.com is a placeholder: .*PROVIDER_ORIGINS/,
  )

  const gateway = await start({ PROVIDER_ORIGINS: JSON.stringify({ shelves: product.origin }) })
  try {
    const secrets = { x_auth_token: 'a-token-of-ada', x_user_id: 'ada-7' }
    await gateway.seed('acme', { shelves: { secrets } })
    expect(await gateway.call('acme', 'shelves', { action: 'list_shelves' })).toMatchObject({
      status: 200,
      body: { data: [{ id: 1 }] },
    })
    expect(product.requests.at(-1)).toMatchObject({
      url: '/api/v1/shelves',
      headers: { 'x-auth-token': 'a-token-of-ada', 'x-user-id': 'ada-7' },
    })
  } finally {
    await gateway.stop()
  }
})
