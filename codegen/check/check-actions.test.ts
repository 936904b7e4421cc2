// Test lanes: slow

import { type AnyAction, type AnyProvider, cursor, Type } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { changed, get, linesOf, withAction, withMail, withParameter, withProperties, writing } from './testing/shop.ts'

describe('an action is refused that', () => {
  const recursive: Record<string, unknown> = { type: 'array' }
  recursive.items = recursive

  test.each<[string, AnyProvider, string]>([
    ['has a name in camel case', withAction('getAll', {}), "doesn't match ^[a-z][a-z0-9_]{0,35}$"],
    ['has a long name', withAction('a'.repeat(37), {}), "doesn't match"],
    ['is named raw', withAction('raw', {}), 'the name `raw` is reserved by core'],
    ['is named as an access pattern names all reads', withAction('read', {}), 'the name `read` is reserved by core'],
    [
      'is named as a class of actions',
      withAction('sends', {}),
      'the name `sends` is a class of actions in access patterns',
    ],
    ['is named unclassed', withAction('unclassed', {}), 'rename the action to a verb and a noun'],
    [
      'has an unknown class',
      withMail({ is: ['send'] as never }),
      '`is` has "send", which is not a class; did you mean `sends`?',
    ],
    [
      'says that it is unclassed',
      withMail({ is: ['unclassed'] as never }),
      'leave `is` out, and the write is unclassed',
    ],
    ['names a class twice', withMail({ is: ['sends', 'sends'] }), '`is` names a class twice'],
    [
      'has a class that is no list',
      withMail({ is: 'sends' as never }),
      "`is` is not a list of classes: write it like ['sends']",
    ],
    [
      'is a read with a class',
      withAction('find', { definition: { description: 'List', params: {}, is: ['sends'] } }),
      'a read has `is`, which only writes have',
    ],
    [
      'is a read with roles',
      withAction('find', { roles: { text: ['/q'] } }),
      'a read has `roles`, which only writes have',
    ],
    [
      'has an unknown role',
      withMail({ roles: { recipients: ['/to'] } as never }),
      'unknown role `recipients`; did you mean `recipient`?',
    ],
    [
      'has a role of no parameter',
      withMail({ roles: { recipient: ['/too'] as never } }),
      '/too names `too`, which is not a parameter of the action; did you mean `to`?',
    ],
    ['has a role without places', withMail({ roles: { recipient: [] } }), '`roles.recipient` is not a list of places'],
    ['has a role that is no place', withMail({ roles: { text: ['subject'] as never } }), '"subject" is not a place'],
    [
      'has a role at no member',
      withMail({ roles: { recipient: ['/copies/mail'] } }),
      'the parameter `copies` has no member `mail` there',
    ],
    [
      'has recipients that are objects',
      withMail({ roles: { recipient: ['/copies'] } }),
      '/copies is not a string or integer or number',
    ],
    [
      'has an amount that is a flag',
      withMail({ roles: { amount: { at: ['/urgent'], unit: 'major' } } }),
      '/urgent is not a number or integer or string',
    ],
    [
      'has an amount without a unit',
      withMail({ roles: { amount: { at: ['/amount'] } as never } }),
      "`unit` is neither 'major' (49.90) nor 'minor' (4990)",
    ],
    [
      'has a currency that is neither a place nor a code',
      withMail({ roles: { amount: { at: ['/amount'], unit: 'major', currency: 'EURO' } } }),
      '"EURO" is neither a place',
    ],
    ['derives its text', withMail({ roles: { derives: ['text'] as never } }), '`roles.derives` is not a list of roles'],
    ['has a synonym that is not a text', withAction('find', { synonyms: ['ticket', 5] }), '`synonyms` is not a list'],
    ['has too many synonyms', withAction('find', { synonyms: Array(13).fill('ticket') }), '`synonyms` is not a list'],
    [
      'describes a parameter at a length that clients cut',
      withAction('find', { params: { q: Type.String({ description: 'x'.repeat(2100) }) } }),
      'the parameter `q` of the action is described in 2100 characters, and clients cut at 2048',
    ],
    [
      'has a schema that is too large for a tool',
      withAction('find', {
        params: {
          q: Type.Enum(
            Array.from({ length: 4000 }, (_, i) => `value-${i}`),
            { description: 'Q' },
          ),
        },
      }),
      'the schema of the action has 51 KiB, and at most 48 KiB are allowed: shorten its largest parameters, q (50934), ',
    ],
    ['says nothing of itself', withAction('find', { description: '\n' }), '`description` is empty'],
    ['has no effect', withAction('find', { effect: undefined }), 'define it with read(...) or write(...)'],
    [
      'sends its key as Host',
      withAction('find', { effect: writing({ idempotencyKey: 'Host' }) }),
      'is written by core',
    ],
    ['makes no request', withAction('find', { request: undefined }), 'define it with read(...) or write(...)'],
    [
      'pages a write',
      withAction('find', { effect: writing(), pages: cursor({ items: '/a', next: '/b', into: 'c' }) }),
      'only reads are paged',
    ],
    [
      'pages by a limit that is not an integer',
      withAction('find', { pages: cursor({ items: '/a', next: '/b', into: 'c', size: { into: 'd', max: 9 } }) }),
      '`limit`, which is not an integer',
    ],
    ['takes a parameter of the gateway', withParameter('account_id', Type.String()), 'belongs to the gateway'],
    ['takes a parameter action', withParameter('action', Type.String()), 'belongs to the gateway'],
    ['takes a parameter constructor', withParameter('constructor', Type.String()), 'every JavaScript object has'],
    [
      'takes a member hasOwnProperty',
      withProperties({ hasOwnProperty: Type.Null() }),
      'member `hasOwnProperty` has the name',
    ],
    ['takes a member __proto__', withProperties({ ['__proto__']: Type.Null() }), 'member `__proto__` has the name'],
    ['takes a parameter with a space', withParameter('a b', Type.String()), "doesn't match ^[a-zA-Z0-9_-]{1,64}$"],
    ['takes a long name', withParameter('a'.repeat(65), Type.String()), "doesn't match"],
    ['takes what is not a schema', withParameter('x', 'string'), '`x` is not a schema'],
    ['takes a bigint', withParameter('x', Type.BigInt()), 'the type "bigint", which JSON doesn\'t have'],
    ['takes undefined', withParameter('x', Type.Undefined()), 'the type "undefined"'],
    ['takes a function', withParameter('x', { type: 'function' }), 'the type "function"'],
    ['takes a symbol', withParameter('x', Type.Symbol()), 'the type "symbol"'],
    ['takes a date', withParameter('x', { type: 'Date' }), 'the type "Date"'],
    ['takes never', withParameter('x', Type.Never()), 'uses not: it is not supported'],
    ['takes a list of types', withParameter('x', Type.Unsafe({ type: ['string', 'null'] })), 'use Type.Union'],
    ['takes an array without items', withParameter('x', Type.Unsafe({ type: 'array' })), 'array without items'],
    ['takes a tuple', withParameter('x', Type.Tuple([Type.String()])), 'is a tuple'],
    ['takes a reference', withParameter('x', Type.Ref('Other')), "uses $ref: MCP clients don't accept references"],
    ['takes a recursive schema', withParameter('x', recursive), 'nested deeper than 32'],
    [
      'takes a refined string',
      withParameter(
        'x',
        Type.Refine(Type.String(), () => true),
      ),
      'uses ~refine: a refinement is code',
    ],
    [
      'takes a decoded string',
      withParameter(
        'x',
        Type.Decode(Type.String(), (value) => value),
      ),
      'uses ~codec: a codec is code',
    ],
    ['takes unique items', withParameter('x', Type.Array(Type.String(), { uniqueItems: true })), 'uses uniqueItems'],
    [
      'takes an unknown format',
      withParameter('x', Type.String({ format: 'phone' })),
      'the format "phone", which nothing checks',
    ],
    [
      'takes a broken pattern',
      withParameter('x', Type.String({ pattern: '(', maxLength: 9 })),
      'not a regular expression',
    ],
    [
      'takes a pattern that is one without the u flag only',
      withParameter('x', Type.String({ pattern: '\\-', maxLength: 9 })),
      'u flag',
    ],
    [
      'takes a pattern object',
      withParameter('x', Type.Unsafe({ type: 'string', pattern: /x/i, maxLength: 9 })),
      'a pattern that is not a string',
    ],
    [
      'takes a pattern without a longest value',
      withProperties({ a: Type.Array(Type.String({ pattern: '^[a-z]+$' })) }),
      'member `a`, items has a pattern without a maxLength: write { pattern, maxLength }',
    ],
    [
      'takes a pattern that can take exponential time',
      withParameter('x', Type.String({ pattern: '^(a+)+$', maxLength: 9 })),
      'the parameter `x` has the pattern "^(a+)+$", which can take exponential time, e.g. on \'a\'',
    ],
    [
      'takes a pattern that can take polynomial time',
      withParameter('x', Type.String({ pattern: '^\\d*\\d*$', maxLength: 9 })),
      'which can take polynomial time',
    ],
    [
      'takes a pattern that can take long by what it refers back to',
      withParameter('x', Type.String({ pattern: '^(a+)\\1+$', maxLength: 9 })),
      'which can take polynomial time',
    ],
    [
      'answers with a pattern that can take long',
      withAction('find', { result: Type.Object({ a: Type.String({ pattern: '(a|a)*b', maxLength: 9 }) }) }),
      '`result`, member `a` has the pattern "(a|a)*b"',
    ],
    [
      'takes members whose names take long to match',
      withParameter('x', Type.Record(Type.String({ pattern: '^(a|a)*$' }), Type.String())),
      'the parameter `x` has the pattern "^(a|a)*$"',
    ],
    [
      'takes an infinite bound',
      withParameter('x', Type.Number({ maximum: Number.POSITIVE_INFINITY })),
      'not a finite number',
    ],
    [
      'takes an object as a constant',
      withParameter('x', Type.Unsafe({ enum: [{ a: 1 }] })),
      'a constant that is not a string',
    ],
    [
      'is wrong deep inside',
      withProperties({ a: Type.Array(Type.BigInt()) }),
      'the parameter `where`, member `a`, items has the type "bigint"',
    ],
    [
      'answers what JSON has not',
      withAction('find', { result: Type.Object({ a: Type.BigInt() }) }),
      '`result`, member `a` has the type',
    ],
  ])('%s', (_, provider, want) => {
    expect(linesOf(provider)).toEqual([expect.stringContaining(want)])
    const name = Object.keys(provider.actions)[1]
    expect(linesOf(provider)[0]).toMatch(`providers/shop/index.ts: shop.${name}: `)
  })

  test('is named with the file that defines it', () => {
    const wrong = { ...get, description: '' } as AnyAction
    const lines = linesOf(changed({ actions: { get: wrong } }), {
      exported: [{ file: 'providers/shop/items.ts', name: 'get', value: wrong }],
    })
    expect(lines).toEqual([expect.stringMatching(/^providers\/shop\/items\.ts: shop\.get: `description` is empty/)])
  })
})
