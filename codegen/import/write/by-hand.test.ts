import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKey, imported, page } from '@patchbay/core/provider'
import { expect, onTestFinished, test } from 'vitest'
import type { Question } from '../ask/question.ts'
import { type ByHand, byHandIn, isSaid } from './by-hand.ts'

const facts = { id: 'x', title: 'X', origin: 'https://api.x-host.com', auth: apiKey({ header: 'X-Key' }) }
const define = imported<{ get_items: 'page' | 'X-Tenant'; get_me: never }>()
const items = { from: 'get_items' } as const
const curated = (more: Partial<Parameters<typeof define>[0]> = {}): ByHand => ({
  state: 'curated',
  provider: define({ ...facts, actions: { items }, ...more }),
})
const question = (id: string): Question => ({
  id,
  question: '',
  guess: '',
  reason: '',
  meanwhile: '',
  ...(!id.startsWith('reads ') && { overlay: {} }),
})

test.each<[string, string, ByHand, boolean]>([
  ['nothing, before there is an overlay', 'security', { state: 'none' }, false],
  ['nothing, while the overlay is as the import wrote it', 'security', { state: 'begun' }, false],
  ['how credentials are sent', 'security', curated(), true],
  ['the host', 'origin', curated(), true],
  ['no host, while the placeholder stands there', 'origin', curated({ origin: 'https://api.example.com' }), false],
  [
    'no host, while a placeholder of the document stands there',
    'origin',
    curated({ origin: 'https://your-domain.com' }),
    false,
  ],
  ['a probe', 'probe', curated({ probe: { action: 'items', params: {} } }), true],
  ['no probe', 'probe', curated(), false],
  [
    'how a list goes on',
    'paging',
    curated({ actions: { items: { ...items, pages: page({ items: '', into: 'page' }) } } }),
    true,
  ],
  ['of no list how it goes on', 'paging', curated(), false],
  ['a header of all calls', 'header X-Tenant', curated({ headers: { 'X-Tenant': '7' } }), true],
  [
    'a header of one',
    'header X-Tenant',
    curated({ actions: { items: { ...items, fill: { 'X-Tenant': '7' } } } }),
    true,
  ],
  ['a header of all actions', 'header X-Tenant', curated({ fill: { 'X-Tenant': '7' } }), true],
  ['no header', 'header X-Tenant', curated(), false],
  ['everything, before a document is put behind it', 'probe', { state: 'behind' }, true],
  ['nothing of what import.json keeps', 'reads POST /search', curated(), false],
])('a provider by hand says %s: %s', (_, id, byHand, said) => {
  expect(isSaid(byHand, question(id))).toBe(said)
})

test.each([
  ['begun', {}],
  ['curated', { hide: ['get_me'] }],
  ['curated', { fill: { tenant: '7' } }],
] as const)('an overlay is %s with %j', async (state, more) => {
  const folder = mkdtempSync(join(tmpdir(), 'by-hand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { id, title, origin } = facts
  const provider = { id, title, origin, actions: {}, overlay: { actions: {}, hide: [], ...more } }
  writeFileSync(join(folder, 'index.ts'), `export default ${JSON.stringify(provider)}`)
  writeFileSync(join(folder, 'overlay.ts'), '')
  expect((await byHandIn(folder)).state).toBe(state)
})
