// Test lanes: both-stores, long-on-mongodb

import { expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream, audited } = await startFixture()
await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })

it.each([
  ['a read', { action: 'get', id: '1' }, undefined],
  ['a write that declares nothing', { action: 'book', name: 'Ada' }, 'unclassed'],
  ['a write that says that no class fits', { action: 'rename', id: '1', name: 'Ada' }, undefined],
  ['a write of two classes', { action: 'pay', amount: 5 }, 'sends,pays'],
  ['a write that is refused', { action: 'pay', amount: 'much' }, 'sends,pays'],
  ['a raw read', { action: 'raw', method: 'GET', path: '/things' }, undefined],
  ['a raw write', { action: 'raw', method: 'DELETE', path: '/things' }, 'unclassed'],
])('the log tells the classes of %s', async (_, body, want) => {
  upstream.play(answer(200, { id: 1 }))
  await gateway.call('acme', 'fixture', body)
  const entry = await audited()
  expect(entry).toMatchObject({ action: body.action })
  expect(entry.class).toBe(want)
  const { calls } = (await gateway.admin('GET', `/admin/calls/${entry.id}`)).body
  expect(calls).toMatchObject([{ class: want ?? null }])
})
