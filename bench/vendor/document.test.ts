import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cutDocument } from './cut-document.ts'
import { type CorrectedFile, readDocument } from './document.ts'
import { findOperation } from './operation.ts'
import { withShortNames } from './vendors/microsoft.ts'

const folder = mkdtempSync(join(tmpdir(), 'document-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (content: object, more: Omit<CorrectedFile, 'file'> = {}) => {
  await Bun.write(join(folder, 'one.json'), JSON.stringify({ info: { title: 'One', version: '1' }, ...content }))
  return readDocument(folder, { file: 'one.json', ...more })
}
const get = { responses: { 200: { description: 'Fine' } } }

describe("a vendor's document", () => {
  test('of version 2 is read as one of version 3, without the parameters that carry the credential', async () => {
    const token = { name: 'token', in: 'query', type: 'string', required: true }
    const limit = { name: 'limit', in: 'query', type: 'integer' }
    const document = await read(
      {
        swagger: '2.0',
        basePath: '/api',
        host: 'a.example',
        paths: { '/list': { get: { ...get, parameters: [token, limit] } } },
      },
      { credentials: { token: 'a source' } },
    )
    expect(document.basePath).toBe('/api')
    expect(findOperation([document], 'GET', '/api/list')?.parameters).toEqual([
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ])
  })

  test('has under a corrected name what it has under its own, and nothing that it has not', async () => {
    const content = { openapi: '3.0.0', paths: { '/ns.send': { post: get } } }
    const correction = { at: '/paths/~1send', from: '/paths/~1ns.send', why: 'a source' } as const
    const document = await read(content, { corrections: [correction] })
    expect(findOperation([document], 'POST', '/send')?.node).toEqual(get)
    await expect(read(content, { corrections: [{ ...correction, from: '/paths/~1gone' }] })).rejects.toThrow(
      'nothing to correct at /paths/~1send',
    )
  })

  test('has a member that it lacks, and is refused once it has it by itself', async () => {
    const content = { openapi: '3.0.0', paths: { '/send': { post: get } } }
    const correction = { at: '/paths/~1send/post/requestBody', adds: { required: true }, why: 'a source' } as const
    const document = await read(content, { corrections: [correction] })
    expect(findOperation([document], 'POST', '/send')?.node).toEqual({ ...get, requestBody: { required: true } })
    await expect(read(content, { corrections: [correction, correction] })).rejects.toThrow(
      'has /paths/~1send/post/requestBody by itself',
    )
  })

  test('of Graph has actions and their members as the pages of Microsoft have them', async () => {
    const body = { content: { 'application/json': { schema: { properties: { DestinationId: { type: 'string' } } } } } }
    const paths = {
      '/me/messages/{message-id}/microsoft.graph.move': { post: { ...get, requestBody: body } },
      '/places/microsoft.graph.room': { get },
    }
    const document = await read({ openapi: '3.0.0', paths }, { prepare: withShortNames })
    expect(document.root.paths).toMatchObject({
      '/me/messages/{message-id}/move': {
        post: { requestBody: { content: { 'application/json': { schema: { properties: { destinationId: {} } } } } } },
      },
      '/places/microsoft.graph.room': { get },
    })
  })

  test('loses examples that are null, and keeps the id alone where an object can take its place', async () => {
    const account = { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/a' }], 'x-expansionResources': {} }
    const schemas = { a: { example: null, properties: { account, example: { example: 'b' } } } }
    const { root } = await read({ openapi: '3.0.0', paths: {}, components: { schemas } })
    expect(root.components).toEqual({
      schemas: { a: { properties: { account: { type: 'string' }, example: { example: 'b' } } } },
    })
  })

  test('is cut to the operations in use and what they need', async () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const ok = (schema: object) => ({ description: 'Fine', content: { 'application/json': { schema } } })
    const { root, ...rest } = await read({
      openapi: '3.0.0',
      paths: {
        '/a': { get: { responses: { 200: ok(ref('a')), default: ok(ref('error')) } }, post: get },
        '/b': { get: { responses: { 200: ok(ref('error')) } } },
      },
      components: { schemas: { a: { items: ref('inner') }, inner: { items: ref('a') }, error: {} } },
    })
    const operation = findOperation([{ root, ...rest }], 'GET', '/a')
    const cut = cutDocument(root, operation ? [operation] : [])
    expect(cut).toMatchObject({ paths: { '/a': { get: { responses: { 200: ok(ref('a')) } } } } })
    expect(Object.keys(cut.paths as object)).toEqual(['/a'])
    expect(cut.components).toEqual({ schemas: { a: { items: ref('inner') }, inner: { items: ref('a') } } })
  })

  test('answers JSON, where it says so in its own ways', async () => {
    const content = { '*/*': { schema: {}, example: '{"id":"1"}' }, 'text/plain': { example: 'Fine' } }
    const { root, ...rest } = await read({
      openapi: '3.0.0',
      paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/fine' } } } } },
      components: { responses: { fine: { description: 'Fine', content } } },
    })
    const operation = findOperation([{ root, ...rest }], 'GET', '/a')
    expect(cutDocument(root, operation ? [operation] : []).paths).toMatchObject({
      '/a': {
        get: {
          responses: {
            200: {
              content: { 'application/json': { example: { id: '1' } }, 'text/plain': { example: 'Fine' } },
            },
          },
        },
      },
    })
  })

  test.each([
    ['GET', '/things/search', '/things/search'],
    ['GET', '/things/7', '/things/{id}'],
    ['GET', '/things/a%2Fb', '/things/{id}'],
    ['GET', '/things/7.json', '/things/{id}.json'],
    ['POST', '/things/7', undefined],
    ['GET', '/things/7/8', undefined],
    ['GET', '/other', undefined],
  ])('has for %s %s the operation at %s', async (method, path, want) => {
    const paths = { '/things/{id}': { get }, '/things/{id}.json': { get }, '/things/search': { get } }
    expect(findOperation([await read({ openapi: '3.0.0', paths })], method, path)?.template).toBe(want)
  })
})
