// Test lanes: long-on-mongodb, slow

import { expect, onTestFinished, test } from 'vitest'
import { onlyJobs } from '../../gateway.ts'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { startModel } from '../../providers/model.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { searchFor } from '../stage.ts'

/** Heavy modules that not every gateway needs. The API of OpenTelemetry isn't among them: the metrics library loads that. */
const seldom = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai-compatible',
  '@modelcontextprotocol/server',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/sdk-trace',
  'console',
  'mongodb',
  'oauth4webapi',
  'react',
  'ts-morph',
  'typescript',
  'zod',
]
const ofStore = process.env.TEST_STORE === 'mongodb' ? ['mongodb'] : []

const suggestionsCron = '23 4 29 2 *'

const loadedIn = async ({ child, output }: ServerProcess): Promise<string[]> => {
  const before = output.stdout.length
  child.kill('SIGWINCH')
  const told = () => /loaded: (.*);/.exec(output.stdout.slice(before))?.[1]
  await expect.poll(told).toBeDefined()
  const loaded = new Set(told()?.split(' '))
  expect(loaded).toContain('elysia')
  return seldom.filter((name) => loaded.has(name) && !ofStore.includes(name))
}

const start = async (env: Readonly<Record<string, string>> = {}) => {
  const auth = startAuthorizationServer()
  const server = await startServerProcess({
    // Not bundled, so that modules have the names of their packages. A bundle loads on demand what is imported on demand.
    script: 'server/program.ts',
    preload: `${import.meta.dirname}/../tell-loaded.ts`,
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }),
      CRONS: onlyJobs({ suggestions: suggestionsCron }),
      ...env,
    },
  })
  const { access_token, refresh_token } = auth.authorize()
  onTestFinished(async () => {
    await Promise.all([server.stop(), auth.stop()])
  })
  await server.seed('acme', { hubspot: access_token })
  const call = () => server.call('acme', 'hubspot', searchFor('ada@example.com'))
  const runSuggestions = () => server.admin('POST', '/admin/run-cron', { cron: suggestionsCron })
  const storeSeed = () =>
    server.admin('POST', '/admin/seed-oauth', {
      tenant_id: 'acme',
      provider: 'hubspot',
      account_id: 'main',
      ...auth.seedFor(refresh_token),
    })
  const expire = () =>
    server.admin('PUT', '/admin/tokens/acme/hubspot/main', {
      access_token,
      expires_at: Math.floor(Date.now() / 1000) - 60,
    })
  return { ...server, call, runSuggestions, storeSeed, expire }
}

const ok = { status: 200 }

test('nothing for MCP, refreshes, models, traces and the console is loaded before it is used for the first time', async () => {
  const gateway = await start()
  expect(await gateway.call()).toMatchObject(ok)
  expect(await gateway.runSuggestions()).toMatchObject(ok)
  expect(await gateway.send('GET', '/metrics', {})).toMatchObject(ok)
  expect(await loadedIn(gateway)).toEqual([])

  await gateway.send('POST', '/mcp', {}, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const forMcp = ['@modelcontextprotocol/server', 'zod']
  expect(await loadedIn(gateway)).toEqual(forMcp)

  await gateway.storeSeed()
  expect(await loadedIn(gateway)).toEqual(forMcp)
  await gateway.expire()
  expect(await gateway.call()).toMatchObject(ok)
  const forRefreshes = [...forMcp, 'oauth4webapi'].toSorted()
  expect(await loadedIn(gateway)).toEqual(forRefreshes)

  expect(await gateway.send('GET', '/console', {})).toMatchObject(ok)
  expect(await loadedIn(gateway)).toEqual([...forRefreshes, 'console'].toSorted())
})

test.each([
  ['openai', '@ai-sdk/openai-compatible'],
  ['anthropic', '@ai-sdk/anthropic'],
])('what speaks to a model of %s is loaded when the job asks it', async (kind, name) => {
  const model = startModel()
  onTestFinished(() => model.stop())
  const gateway = await start({
    SUGGESTIONS_MODEL: `${kind}:a-model`,
    SUGGESTIONS_URL: model.url,
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  })
  expect(await loadedIn(gateway)).toEqual([])
  await gateway.runSuggestions()
  expect(model.requests).toHaveLength(1)
  expect(await loadedIn(gateway)).toEqual([name, 'zod'])
})

test('OpenTelemetry is loaded where a collector is configured', async () => {
  const gateway = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(await loadedIn(gateway)).toEqual(['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/sdk-trace'])
})
