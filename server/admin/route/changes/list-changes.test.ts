import { expect, test } from 'vitest'
import { listChanges, secretMember } from './list-changes.ts'

const table: readonly (readonly [title: string, from: object | undefined, to: object | undefined, changes: unknown])[] =
  [
    ['a member', { limit: 30 }, { limit: 600 }, [{ path: '/limit', from: 30, to: 600 }]],
    ['a member deep inside', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [{ path: '/a/b/c', from: 1, to: 2 }]],
    ['a member that is new', { limit: null }, { limit: 600 }, [{ path: '/limit', to: 600 }]],
    ['a member that is gone', { limit: 600 }, {}, [{ path: '/limit', from: 600 }]],
    ['a name with a slash', { 'a/b': 1 }, { 'a/b': 2 }, [{ path: '/a~1b', from: 1, to: 2 }]],
    ['a new member of a list', { allow: ['a'] }, { allow: ['a', 'b'] }, [{ path: '/allow/1', to: 'b' }]],
    ['a member gone from a list', { allow: ['a', 'b', 'c'] }, { allow: ['a', 'c'] }, [{ path: '/allow/1', from: 'b' }]],
    ['another member in its place', { allow: ['a'] }, { allow: ['b'] }, [{ path: '/allow/0', from: 'a', to: 'b' }]],
    ['a list where there was none', { allow: null }, { allow: [] }, [{ path: '/allow', to: [] }]],
    ['a list in another order', { l: [1, 2] }, { l: [2, 1] }, [{ path: '/l', from: [1, 2], to: [2, 1] }]],
    [
      'members of a list by their ids',
      {
        accounts: [
          { id: 'eu', label: 'EU' },
          { id: 'us', label: 'US' },
        ],
      },
      {
        accounts: [
          { id: 'us', label: 'USA' },
          { id: 'asia', label: 'Asia' },
        ],
      },
      [
        { path: '/accounts/eu/id', from: 'eu' },
        { path: '/accounts/eu/label', from: 'EU' },
        { path: '/accounts/us/label', from: 'US', to: 'USA' },
        { path: '/accounts/asia/id', to: 'asia' },
        { path: '/accounts/asia/label', to: 'Asia' },
      ],
    ],
    ['a record that is new', undefined, { name: 'Acme', label: null }, [{ path: '/name', to: 'Acme' }]],
    ['a record that is gone', { name: 'Acme' }, undefined, [{ path: '/name', from: 'Acme' }]],
    ['an id like a member of every object', {}, { constructor: { x: 1 } }, [{ path: '/constructor/x', to: 1 }]],
    ['nothing', { name: 'Acme', n: [{ a: 1 }] }, { name: 'Acme', n: [{ a: 1 }] }, null],
    ['what the gateway counts', { version: '1', updated_at: 'x' }, { version: '2', updated_at: 'y' }, null],
    [
      'a secret that is another one',
      { key: secretMember('one') },
      { key: secretMember('two') },
      [{ path: '/key', from: '(secret)', to: '(secret)' }],
    ],
    ['a secret that stays', { key: secretMember('one') }, { key: secretMember('one') }, null],
    ['a first secret', { key: secretMember(null) }, { key: secretMember('one') }, [{ path: '/key', to: '(secret)' }]],
    [
      'a member with the name of a secret, wherever it is',
      {},
      { settings: { api_key: 'sk-1', site: 'eu' }, l: [{ password: 'p', x: { client_secret: 's' } }] },
      [
        { path: '/settings/api_key', to: '(secret)' },
        { path: '/settings/site', to: 'eu' },
        { path: '/l', to: [{ password: '(secret)', x: { client_secret: '(secret)' } }] },
      ],
    ],
  ]

test.each(table)('%s', (_, from, to, changes) => {
  expect(listChanges({ from, to })).toEqual(changes)
})

test('changes take 16 KiB at most, and what was cut says so', () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`member_${n}`, `value ${n}`]))
  const bounded = listChanges({ to: many }) ?? []
  expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThanOrEqual(16 * 1024)
  expect(bounded.at(-1)).toEqual({ path: '', to: `(cut: ${3000 - bounded.length + 1} more changes)` })
  const [long, short] = listChanges({ to: { long: 'é'.repeat(5000), short: 'kept' } }) ?? []
  expect(long).toEqual({ path: '/long', to: '(cut: 10002 bytes)' })
  expect(short).toEqual({ path: '/short', to: 'kept' })
})
