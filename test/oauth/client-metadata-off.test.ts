import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent } from './agent.ts'

let stage: Stage
let agent: Agent
let asked = 0
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    asked++
    return new Response(null, { status: 404 })
  },
})
beforeAll(async () => {
  stage = await startStage({ env: { CLIENT_METADATA: 'off' } })
  await stage.ready('acme')
  agent = createAgent(stage.url)
})
afterAll(async () => {
  await stage.stop()
  await site.stop(true)
})

test('CLIENT_METADATA=off: no client is told that it may name a metadata document', async () => {
  const { body: metadata } = await answered(await fetch(`${stage.url}/.well-known/oauth-authorization-server`))
  expect(metadata).not.toHaveProperty('client_id_metadata_document_supported')
  expect(metadata.registration_endpoint).toBe(`${stage.url}/oauth/register`)
})

test('CLIENT_METADATA=off: a client that registers itself gets its token, and calls', async () => {
  const pair = await agent.connect(await agent.register(), tokenOf('acme'))
  const call = await stage.call('acme', 'hubspot', searchFor('a@b.c'), { token: pair.access_token })
  expect(call.status).toBe(200)
})

test('CLIENT_METADATA=off: a URL as client id is refused at once, with where to register, and is not fetched', async () => {
  const { url } = agent.authorizeUrl(`http://127.0.0.1:${site.port}/client.json`)
  const answer = await fetch(url)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('does not read client metadata documents; register at /oauth/register instead')
  expect(asked).toBe(0)
})
