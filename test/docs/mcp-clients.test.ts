import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startStage } from '../e2e/stage.ts'
import { createAgent } from '../oauth/agent.ts'
import { openConsent } from '../oauth/user.ts'
import { root } from './pages.ts'

test('docs/mcp-clients.md quotes what a client is told whose metadata document can’t be fetched, and the way out', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  // Nothing listens at port 1, as nothing answers where the gateway can't reach the internet.
  const page = await openConsent(createAgent(stage.url).authorizeUrl('http://127.0.0.1:1/client.json').url)
  const text = readFileSync(join(root, 'docs/mcp-clients.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const [, quoted] = /Where it can't, the page says "([^"]+)"/.exec(text) ?? []
  expect(page.status).toBe(400)
  expect(page.text).toContain(quoted)
  expect(page.text).toContain('its operator can set CLIENT_METADATA=off')
})
