import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lock, LockedPlugin } from './lock.ts'
import { lockDifferences } from './lock-differences.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lock-'))
  await mkdir(join(root, 'server/generated'), { recursive: true })
})
afterAll(() => rm(root, { recursive: true }))

const crm: LockedPlugin = {
  package: 'crm-plugin',
  version: '1.0.0',
  origins: ['https://api.crm.example'],
  tokenHosts: ['login.crm.example'],
  actions: { search: 'read', remove: 'write' },
  digest: 'a',
}
const upgraded = (change: Partial<LockedPlugin>): Lock => ({ crm: { ...crm, ...change } })

test.each<[string, Lock, string[]]>([
  ['nothing', { crm }, []],
  ['a plugin more', { crm, shop: crm }, ['shop: added']],
  ['a plugin with the name of a member of all objects', { crm, constructor: crm }, ['constructor: added']],
  ['no plugin', {}, ['crm: removed']],
  [
    'a package of another name and version',
    upgraded({ package: 'other', version: '1.1.0' }),
    ['crm: package crm-plugin is now other', 'crm: version 1.0.0 is now 1.1.0'],
  ],
  [
    'other hosts',
    upgraded({ origins: ['https://evil.example'], tokenHosts: [] }),
    [
      'crm: origin https://evil.example added',
      'crm: origin https://api.crm.example removed',
      'crm: token host login.crm.example removed',
    ],
  ],
  [
    'other actions',
    upgraded({ actions: { search: 'write', archive: 'write' } }),
    ['crm: action archive added', 'crm: action remove removed', 'crm: action search was a read and is a write'],
  ],
  ['another digest', upgraded({ digest: 'b' }), ['crm: parameters, descriptions, requests or authentication changed']],
])('%s is named', async (_, after, want) => {
  await writeFile(join(root, 'providers.lock.json'), JSON.stringify({ crm }))
  await writeFile(join(root, 'server/generated/providers.lock.json'), JSON.stringify(after))
  expect(lockDifferences(root)).toEqual(want)
})
