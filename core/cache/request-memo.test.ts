import { expect, it } from 'vitest'
import { Access } from '../access/index.ts'
import type { PreparedCall } from '../context/index.ts'
import type { TenantRecord } from '../store/index.ts'
import { createRequestMemo } from './request-memo.ts'

const tenant = (id: string): TenantRecord => ({ id }) as TenantRecord
const call = (name: string): PreparedCall => ({ name }) as PreparedCall
const { everything } = Access
const [acme, rival] = [tenant('acme'), tenant('rival')]

it('a call is found only by the same tenant, access, domain and text', () => {
  const memo = createRequestMemo()
  memo.keep(acme, everything, 'hubspot', '{"a":1}', call('first'))
  expect(memo.find(acme, everything, 'hubspot', '{"a":1}')).toMatchObject({ name: 'first' })
  for (const other of [
    memo.find(rival, everything, 'hubspot', '{"a":1}'),
    memo.find(acme, everything, 'stripe', '{"a":1}'),
    memo.find(acme, everything, 'hubspot', '{"a":1} '),
    memo.find(tenant('acme'), everything, 'hubspot', '{"a":1}'),
    memo.find(acme, Access.of({ token: { allow: ['hubspot:read@eu'] } }), 'hubspot', '{"a":1}'),
  ])
    expect(other).toBeUndefined()
})

it('a tenant’s calls are forgotten with it; those of a tenant whose name begins alike stay', () => {
  const memo = createRequestMemo()
  const twin = tenant('acme-2')
  for (const each of [acme, twin]) memo.keep(each, everything, 'hubspot', '{}', call(each.id))
  memo.forgetTenant('acme')
  expect(memo.find(acme, everything, 'hubspot', '{}')).toBeUndefined()
  expect(memo.find(twin, everything, 'hubspot', '{}')).toMatchObject({ name: 'acme-2' })
})

it('the number of calls is bounded, and no call with a long text is kept', () => {
  const memo = createRequestMemo()
  const long = JSON.stringify('x'.repeat(2048))
  memo.keep(acme, everything, 'hubspot', long, call('long'))
  for (let n = 0; n < 1500; n++) memo.keep(acme, everything, 'hubspot', String(n), call(String(n)))
  const texts = [long, ...Array.from({ length: 1500 }, (_, n) => String(n))]
  const hits = texts.filter((text) => memo.find(acme, everything, 'hubspot', text))
  expect(hits).toHaveLength(1000)
  expect(hits[0]).toBe('500')
})
