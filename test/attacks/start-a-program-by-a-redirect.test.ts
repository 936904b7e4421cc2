import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from '../e2e/stage.ts'
import { createAgent } from '../oauth/agent.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

test.each([
  'ms-msdt:/id',
  'search-ms:/query=x',
  'smb://mallory.example/share',
  'shell:/startup',
  'itms-services://x/?action=download-manifest',
  'x-apple.systempreferences:/x',
  'javascript:/x',
  'data:/x',
  'file:///etc/passwd',
  'blob:/x',
  'about:/blank',
  'view-source:/x',
  'an-unknown-program://x',
])('a client can not register %s as its redirect URI', async (uri) => {
  const { status, body } = await createAgent(stage.url).post('/oauth/register', { redirect_uris: [uri] })
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  expect(body.error_description).toContain(`must not have the scheme ${new URL(uri).protocol}`)
})

test('a client of the list, and one named by a domain, can', async () => {
  for (const uri of ['cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/callback']) {
    await createAgent(stage.url).register({ redirect_uris: [uri] })
  }
})
