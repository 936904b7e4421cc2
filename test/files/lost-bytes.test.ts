import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from './create-files.ts'
import { startShopGateway } from './start-shop-gateway.ts'

const { vendor, gateway } = await startShopGateway({
  credentials: { shop: 'a-secret-of-the-shop' },
})
const { content } = createFiles(gateway.url)

test('a file whose bytes are gone is refused before its download begins, and its link holds on', async () => {
  vendor.content = () => new Response('bytes', { headers: { 'content-type': 'application/pdf' } })
  const body = { action: 'download', id: '2', as_file: true }
  const { file_id, url } = (await gateway.call('acme', 'shop', body, { token: tokenOf('acme') })).body.data
  const kept = join(gateway.dataDir, 'files', file_id)
  renameSync(kept, `${kept}-gone`)
  expect(await (await content(file_id)).json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect((await fetch(url)).status).toBe(503)
  renameSync(`${kept}-gone`, kept)
  expect(await (await fetch(url)).text()).toBe('bytes')
})
