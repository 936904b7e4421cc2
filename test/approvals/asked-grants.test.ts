// Test lanes: both-stores, long-on-mongodb

import { expect, it } from 'vitest'
import { createAgent } from '../oauth/agent.ts'
import { consent, openConsent, paste } from '../oauth/user.ts'
import { answer } from '../providers/scripted.ts'
import { startAsking } from './start-asking.ts'

const { gateway, upstream, ask, approve, ended, read, countSent, mint } = await startAsking({}, {})
const agent = createAgent(gateway.url)
const client = await agent.register()
const { token } = await mint()

const create = () => ({ action: 'create', name: crypto.randomUUID() })

/** Connects the application; `boxes` are checked beside those that are checked at first. */
const connect = async (boxes: readonly string[], scope?: string) => {
  const { url, verifier } = agent.authorizeUrl(client, { scope })
  const { checked } = await paste(gateway.url, await openConsent(url), token)
  const back = await consent(gateway.url, url, token, [...checked, ...boxes])
  const { body } = await agent.exchange(client, { code: back.searchParams.get('code') ?? '', verifier })
  return body
}

it('an application whose user wants to be asked first waits before each change, its user’s own token does not', async () => {
  const { access_token, scope } = await connect(['ask_writes'])
  expect(scope.split(' ')).toContain('ask:*:write')
  const sent = countSent()
  const id = await ask(create(), {}, access_token)
  expect(sent()).toBe(0)
  upstream.play(answer(200, { id: '1' }))
  expect((await gateway.call('acme', 'fixture', { action: 'get', id: '1' }, { token: access_token })).status).toBe(200)
  upstream.play(answer(201, { id: 1 }))
  expect((await gateway.call('acme', 'fixture', create(), { token })).status).toBe(201)
  await approve(id)
  expect(await ended(id)).toMatchObject({ state: 'done', rule: 'grant *:write' })
  expect((await read(id, access_token)).body.data.result).toMatchObject({ status: 201 })
})

it('without the box nothing waits, and an application may ask to be asked about', async () => {
  upstream.play(answer(201, { id: 2 }))
  const open = await connect([])
  expect((await gateway.call('acme', 'fixture', create(), { token: open.access_token })).status).toBe(201)
  const { access_token, scope } = await connect([], 'fixture:read fixture:write ask:fixture:create')
  expect(scope).toBe('fixture:read fixture:write ask:fixture:create')
  await ask(create(), {}, access_token)
})

it('a refresh never takes away what is asked about', async () => {
  const { refresh_token } = await connect(['ask_writes'])
  const { body } = await agent.refresh(client, refresh_token, { scope: 'fixture:write' })
  expect(body.scope).toBe('fixture:write ask:*:write')
  await ask(create(), {}, body.access_token)
})

it('`ask` allows nothing, and an unknown action in it is a fault of the scope', async () => {
  const { access_token } = await connect([], 'fixture:read ask:fixture:write')
  const { status, body } = await gateway.call('acme', 'fixture', create(), { token: access_token })
  expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
  const { url } = agent.authorizeUrl(client, { scope: 'fixture:read ask:fixture:nope' })
  expect((await openConsent(url)).text).toContain('invalid_scope')
})

it('administrators see what a grant asks about', async () => {
  const { access_token } = await connect(['ask_writes'])
  await ask(create(), {}, access_token)
  const { body } = await gateway.admin('GET', '/admin/grants/acme')
  expect(JSON.stringify(body)).toContain('ask:*:write')
})
