import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json'
import { startStage } from '../e2e/stage.ts'
import clients from '../mcp/clients/package.json'
import { createAgent } from '../oauth/agent.ts'
import { openConsent } from '../oauth/user.ts'
import { root } from './pages.ts'

const readPage = (): string => readFileSync(join(root, 'docs/mcp-clients.md'), 'utf8')

test('docs/mcp-clients.md quotes what a client is told whose metadata document can’t be fetched, and the way out', async () => {
  const stage = await startStage()
  onTestFinished(() => stage.stop())
  // Nothing listens at port 1, as nothing answers where the gateway can't reach the internet.
  const page = await openConsent(createAgent(stage.url).authorizeUrl('http://127.0.0.1:1/client.json').url)
  const text = readPage().replaceAll(/\s+/g, ' ')
  const [, quoted] = /Where it can't, the page says "([^"]+)"/.exec(text) ?? []
  expect(page.status).toBe(400)
  expect(page.text).toContain(quoted)
  expect(page.text).toContain('its operator can set CLIENT_METADATA=off')
})

test('docs/mcp-clients.md names the versions of the clients that tests connect', () => {
  const installed = { ...clients.dependencies, ...manifest.devDependencies }
  const readVersion = (file: string, pattern: RegExp): string | undefined =>
    pattern.exec(readFileSync(join(root, 'test/mcp/clients', file), 'utf8'))?.[1]
  const versions = {
    'Claude Code': installed['@anthropic-ai/claude-code'],
    Codex: installed['@openai/codex'],
    'Gemini CLI': installed['@google/gemini-cli'],
    'Python SDK (`mcp`)': readVersion('requirements.txt', /^mcp==(.*)$/m),
    'Go SDK (`go-sdk`)': readVersion('go-sdk/go.mod', /go-sdk v(.*)$/m),
    'TypeScript SDK (`@modelcontextprotocol/client`, `@modelcontextprotocol/sdk`)': `${installed['@modelcontextprotocol/client']}, ${installed['@modelcontextprotocol/sdk']}`,
  }
  const rows = readPage().split('\n')
  for (const [client, version] of Object.entries(versions))
    expect(
      rows.some((row) => row.startsWith(`| ${client} | ${version} |`)),
      `${client} ${version}`,
    ).toBe(true)
})
