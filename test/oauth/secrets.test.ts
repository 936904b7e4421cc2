// Test lanes: slow

import { expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { filesIn, findSecret } from '../e2e/find-secret.ts'
import { startStageProcess } from '../e2e/stage.ts'
import { callback, createAgent } from './agent.ts'

test('no code, token or client secret lies in the store, its WAL or the log', async () => {
  const own = await startStageProcess({ env: { LOG_LEVEL: 'trace' } })
  await own.ready('acme')
  const agent = createAgent(own.url)
  const { body } = await agent.post('/oauth/register', {
    redirect_uris: [callback],
    token_endpoint_auth_method: 'client_secret_post',
  })
  const { client_id, client_secret } = body
  const { code: spare } = await agent.authorize(client_id, tokenOf('acme'))
  const { code, verifier, back: _ } = await agent.authorize(client_id, tokenOf('acme'))
  const { access_token, refresh_token } = (await agent.exchange(client_id, { code, verifier }, { client_secret })).body
  await agent.refresh(client_id, refresh_token, { client_secret })
  await agent.form('/oauth/token', { grant_type: access_token, client_id, client_secret })
  // Killed, so that the WAL is what a thief would find.
  await own.end('SIGKILL')

  const places = new Map([
    ...filesIn(own.dataDir),
    ['log', Buffer.from(own.output.stdout)],
    ['errors', Buffer.from(own.output.stderr)],
  ])
  expect(findSecret(places, client_id)).not.toEqual([])
  const secrets = { client_secret, spare, code, verifier, access_token, refresh_token }
  const found = Object.entries(secrets).map(([name, secret]) => [name, findSecret(places, secret)])
  expect(found).toEqual(Object.keys(secrets).map((name) => [name, []]))
  await own.stop()
})
