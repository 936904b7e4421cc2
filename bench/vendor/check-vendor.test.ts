// Test lanes: slow

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyAction, apiKey, file, invalid, provider, read, Type, write } from '@patchbay/core/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domainOf } from '../../test/domain-of.ts'
import { checkVendor } from './check-vendor.ts'

const ok = (body: unknown) => ({ 200: { description: 'Fine', content: { 'application/json': { example: body } } } })
const error = {
  description: 'Not fine',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/deep' } } },
}
const takes = (type: string, schema: unknown) => ({ required: true, content: { [type]: { schema } } })
const member = (name: string, type: string, more: object = {}) => ({ name, in: 'query', schema: { type, ...more } })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

/** The published document of these tests' vendor. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://things.example.com/api' }],
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: {
        parameters: [
          member('limit', 'integer'),
          { ...member('created', 'object', { properties: { gt: { type: 'integer' } } }), style: 'deepObject' },
        ],
        responses: { ...ok({ data: [{ id: '1' }] }), default: error },
      },
      post: {
        requestBody: takes('application/x-www-form-urlencoded', { $ref: '#/components/schemas/thing' }),
        responses: ok({ id: '1' }),
      },
    },
    '/things/{id}': {
      parameters: [id],
      put: {
        requestBody: takes('application/json', {
          type: 'object',
          required: ['color'],
          properties: {
            color: { enum: ['red', 'blue'] },
            parts: { type: 'array', items: { properties: { size: {} } } },
          },
        }),
        responses: ok({ id: '1' }),
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      thing: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          shipping: {
            type: 'object',
            required: ['city'],
            properties: { city: { type: 'string' }, zip: { type: 'integer' } },
          },
          notes: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      deep: { type: 'object', properties: { again: { $ref: '#/components/schemas/deep' } } },
    },
  },
}

const list = (query: Record<string, unknown>, more: object = {}) =>
  read('GET /api/things', {
    description: 'List things',
    params: {},
    request: () => ({ query: query as { limit: number } }),
    ...more,
  })
const create = (form: Record<string, unknown>) =>
  write('POST /api/things', {
    description: 'Make a thing',
    params: {},
    encoding: 'form',
    request: () => ({ body: form }),
  })
const change = (body: unknown) =>
  write('PUT /api/things/{thing}', {
    description: 'Change a thing',
    idempotent: true,
    params: { thing: Type.String({ minLength: 1 }) },
    request: () => ({ body }),
  })
const withHeader = (name: string) =>
  read('GET /api/things', { description: 'List things', params: {}, request: () => ({ headers: { [name]: 'a' } }) })
const elsewhere = read('GET /api/things/1', { description: 'Get a thing', params: {} })

const neverTaken = read('GET /api/things', {
  description: 'List things',
  params: { thing: Type.Optional(Type.String()) },
  request: ({ thing }) => {
    if (thing !== undefined) throw invalid('/thing', 'never')
    return {}
  },
})

const check = (actions: Record<string, AnyAction>, folder: string, listed: object = {}) =>
  checkVendor(
    { id: 'things', documents: [{ file: 'things.json' }], ...listed },
    domainOf(
      provider({
        id: 'things',
        title: 'Things',
        origin: 'https://things.example.com',
        auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
        probe: { action: Object.keys(actions)[0], params: {} } as never,
        actions,
      }),
    ),
    folder,
  )

describe('the check of a plugin by its vendor’s document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-'))
  beforeAll(() => Bun.write(join(folder, 'things.json'), JSON.stringify(document)).then(() => undefined))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('counts what a right plugin sends, and finds no fault', async () => {
    const verdict = await check(
      {
        list: list({ limit: 1, created: { gt: 5 } }, { result: Type.Object({ data: Type.Array(Type.Object({})) }) }),
        create: create({ name: 'a', shipping: { city: 'b', zip: 1 }, notes: { any: 'thing' } }),
        change: change({ color: 'red', parts: [{ size: 1 }] }),
        versioned: withHeader('x-version'),
        newer: elsewhere,
      },
      folder,
      { headers: { 'x-version': 'a source' }, withoutOperation: { newer: 'a reason' } },
    )
    expect(verdict).toMatchObject({ actions: 4, withoutOperation: ['newer'], operations: 3, fails: [] })
    expect(verdict.calls).toBeGreaterThanOrEqual(16)
  })

  const faults: [fault: string, action: AnyAction, want: RegExp][] = [
    ['an undeclared query parameter', list({ page: 1 }), /doesn't declare the query page of \/things/],
    ['an undeclared part of one', list({ created: { lt: 1 } }), /doesn't declare the query created\/lt of/],
    ['an undeclared header', withHeader('x-other'), /doesn't declare the header x-other of/],
    ['an undeclared form field', create({ label: 'a' }), /doesn't declare the body\/label of/],
    ['an undeclared nested form field', create({ shipping: { city: 'a', town: 'b' } }), /the body\/shipping\/town of/],
    [
      'an undeclared member of a body',
      change({ color: 'red', parts: [{ weight: 1 }] }),
      /the body\/parts\/0\/weight of/,
    ],
    ['a query parameter of another type', list({ limit: 'many' }), /limit.* must be integer/],
    ['a nested query parameter of another type', list({ created: { gt: 'now' } }), /created\/gt: must be integer/],
    [
      'a nested form field of another type',
      create({ shipping: { city: 'a', zip: 'b' } }),
      /shipping\/zip: must be integer/,
    ],
    ['a nested form field that is missing', create({ shipping: { zip: 1 } }), /must have required property 'city'/],
    ['a member of another value', change({ color: 'green' }), /color must be equal to one of the allowed values/],
    ['a member that is missing', change({}), /must have required property 'color'/],
    ['a parameter that no call takes', neverTaken, /no generated parameters with thing are taken by its call/],
    ['a path that no document has', elsewhere, /no document has GET \/api\/things\/1/],
    [
      'an answer that its result does not take',
      list({}, { result: Type.Object({ items: Type.Null() }) }),
      /UPSTREAM_ERROR/,
    ],
  ]

  test.each(faults)('finds %s', async (_, action, want) => {
    const { fails } = await check({ wrong: action }, folder)
    expect(fails.join('\n')).toMatch(want)
  })

  test('takes a parameter for which nothing can be generated, where a reason is given', async () => {
    const listed = { withoutSample: { 'list thing': 'a reason' } }
    expect((await check({ list: neverTaken }, folder, listed)).fails).toEqual([])
  })

  test('finds what is listed without need', async () => {
    const listed = {
      headers: { 'x-version': 'a source' },
      withoutOperation: { gone: 'a reason', described: 'a reason' },
      withoutSample: { 'change thing': 'a reason' },
    }
    const actions = { list: list({}), described: create({}), change: change({ color: 'red' }) }
    expect((await check(actions, folder, listed)).fails).toEqual([
      'header x-version: is listed as taken by the vendor, but never sent',
      'change thing: is listed as a parameter without sample, but samples have it',
      'gone: is listed as an action without operation, but there is no such action',
      'described: is listed as an action without operation, but a document has one',
    ])
  })

  const upload = (path: '/api/things' | '/upload/api/things') =>
    write(`POST ${path}`, { description: 'Upload', params: { content: file(100, 'A file') }, encoding: 'bytes' })

  test('judges by the document of the path that is asked, where two have the same operation', async () => {
    const bytes = { 'text/plain': { schema: { type: 'string', format: 'binary' } } }
    const url = 'https://things.example.com/upload/api'
    const documents = [
      { file: 'things.json' },
      {
        file: 'things.json',
        corrections: [
          { at: '/servers', value: [{ url }], why: 'a source' },
          { at: '/paths/~1things/post/requestBody/content', value: bytes, why: 'a source' },
        ],
      },
    ]
    const right = { create: create({ name: 'a' }), upload: upload('/upload/api/things') }
    expect((await check(right, folder, { documents })).fails).toEqual([])
    const { fails } = await check({ wrong: upload('/api/things') }, folder, { documents })
    expect(fails.join('\n')).toMatch(/doesn't declare the body of type text\/plain of \/things/)
  })

  test('refuses to correct what the document does not have', async () => {
    const documents = [{ file: 'things.json', corrections: [{ at: '/paths/~1gone', value: {}, why: 'a source' }] }]
    await expect(check({ list: list({}) }, folder, { documents })).rejects.toThrow(
      'nothing to correct at /paths/~1gone',
    )
  })
})
