import { expect, it } from 'vitest'
import type { TenantRecord } from '../store/index.ts'
import { createRequestMemo, type MemoizedRequest } from './request-memo.ts'

const tenant = (id: string): TenantRecord => ({ id }) as TenantRecord
const repeat = (name: string): MemoizedRequest => ({ prepared: { name }, kept: {} }) as unknown as MemoizedRequest
const [acme, rival] = [tenant('acme'), tenant('rival')]

it('a call is known again by its tenant, its domain and its text, and by nothing less', () => {
  const repeats = createRequestMemo()
  repeats.keep(acme, 'hubspot', '{"a":1}', repeat('first'))
  expect(repeats.find(acme, 'hubspot', '{"a":1}')).toMatchObject({ prepared: { name: 'first' } })
  for (const other of [
    repeats.find(rival, 'hubspot', '{"a":1}'),
    repeats.find(acme, 'stripe', '{"a":1}'),
    repeats.find(acme, 'hubspot', '{"a":1} '),
    repeats.find(tenant('acme'), 'hubspot', '{"a":1}'),
  ])
    expect(other).toBeUndefined()
})

it('a tenant’s calls are forgotten with it, and those of one whose name begins alike stay', () => {
  const repeats = createRequestMemo()
  const twin = tenant('acme-2')
  for (const of of [acme, twin]) repeats.keep(of, 'hubspot', '{}', repeat(of.id))
  repeats.forgetTenant('acme')
  expect(repeats.find(acme, 'hubspot', '{}')).toBeUndefined()
  expect(repeats.find(twin, 'hubspot', '{}')).toMatchObject({ prepared: { name: 'acme-2' } })
})

it('only so many are kept, and none with a long text', () => {
  const repeats = createRequestMemo()
  const long = JSON.stringify('x'.repeat(2048))
  repeats.keep(acme, 'hubspot', long, repeat('long'))
  for (let n = 0; n < 1500; n++) repeats.keep(acme, 'hubspot', String(n), repeat(String(n)))
  const texts = [long, ...Array.from({ length: 1500 }, (_, n) => String(n))]
  const found = texts.filter((text) => repeats.find(acme, 'hubspot', text))
  expect(found).toHaveLength(1000)
  expect(found[0]).toBe('500')
})
