// Test lanes: slow

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { startTestGateway } from '../gateway.ts'

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly description?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >
}

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let text: string
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
beforeAll(async () => {
  gateway = await startTestGateway({ env: { METRICS_TOKEN: 'a-token-for-prometheus' } })
  ;({ text } = await gateway.send('GET', '/openapi.json', {}))
  paths = JSON.parse(text).paths
})
afterAll(() => gateway.stop())

const operationOf = (method: string, path: string): Operation | undefined =>
  paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** No id of an approval, a UUID, is the word `runs`. */
const isApart = ({ message }: { readonly message: string }): boolean =>
  message.includes('/approvals/{approval_id}/') && message.includes('/approvals/runs/{run_id}')

test("the document passes Redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config, absoluteRef: '/openapi.json' })
  expect(
    problems
      .filter((problem) => !isApart(problem))
      .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

/** RFCs describe the first, and the metadata names them; the second are pages for people; the last two are the document itself. */
const elsewhere = /^\/(oauth\/\w+|(connect|approve|token)\/.+|docs(\/.+)?|console(\/.+)?|openapi\.json)$/

test('every mounted route is in it, and nothing else', async () => {
  const mounted = gateway.routes.filter(({ path }) => !elsewhere.test(path) && path !== '/api/v1/:tenant/:domain')
  expect(mounted.length).toBeGreaterThan(30)
  for (const { method, path } of mounted) expect(operationOf(method, path), `${method} ${path}`).toBeDefined()

  const documented = Object.values(paths).flatMap((operations) => Object.keys(operations))
  const isCall = (path: string): boolean => /^\/api\/v1\/[^/]+\/[^/]+$/.test(path) && !path.endsWith('/files')
  const calls = Object.keys(paths).filter(isCall)
  expect(calls).toEqual((await loadRegistry()).map(({ provider }) => `/api/v1/{tenant}/${provider.id}`))
  expect(documented).toHaveLength(mounted.length + calls.length)
})

/** Their body is a file. */
const takesFile = /^POST .*\/files\/:tenant$/

/** Those that are told everything by their path. */
const withoutBody = /^POST .*(\/:account\/(?:test|reopen)|\/jobs\/:job\/run|\/backup|\/session)$/

describe('every admin route', () => {
  const routes = () => gateway.routes.filter(({ path }) => path.startsWith('/admin/'))
  const each = (look: (operation: Operation, name: string, path: string) => void) => {
    expect(routes().length).toBeGreaterThan(25)
    for (const { method, path } of routes()) {
      const operation = operationOf(method, path)
      if (!operation) throw new Error(`${method} ${path} is not in the document`)
      look(operation, `${method} ${path}`, path)
    }
  }

  test('has a summary, and needs the admin key alone', () =>
    each(({ summary, security }, name) => {
      expect(summary, name).toMatch(/^[A-Z].{5,80}[^.]$/)
      expect(security, name).toEqual([{ adminKey: [] }])
    }))

  test('that changes something by a body declares its schema, and no other takes one', () =>
    each(({ requestBody }, name) => {
      const schema = requestBody?.content['application/json']?.schema
      expect(Object.keys(requestBody?.content ?? {}).includes('application/octet-stream'), name).toBe(
        takesFile.test(name),
      )
      if (takesFile.test(name)) return
      expect(schema !== undefined, name).toBe(/^(PUT|POST|PATCH) /.test(name) && !withoutBody.test(name))
      if (schema) expect(Object.keys(schema), name).toEqual(['$ref'])
    }))

  test('declares the schema of each successful answer with a body, and its errors', () =>
    each(({ responses }, name) => {
      const statuses = Object.keys(responses)
      expect(
        statuses.some((status) => status.startsWith('2')),
        name,
      ).toBe(true)
      for (const status of statuses) {
        const schemas = Object.values(responses[status]?.content ?? {}).map(({ schema }) => schema)
        expect(schemas.length > 0, `${name} ${status}`).toBe(status !== '204')
        for (const schema of schemas) expect(Object.keys(schema ?? {}), `${name} ${status}`).not.toEqual([])
      }
      expect(statuses, name).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']))
    }))

  test('of a record with a version declares its preconditions, their failure and the ETag', () => {
    const versioned = [
      ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /admin/tenants/:tenant`),
      ...['PUT', 'DELETE'].flatMap((method) =>
        ['/admin/apps/:provider', '/admin/apps/:provider/:tenant'].map((path) => `${method} ${path}`),
      ),
    ]
    each(({ parameters = [], responses }, name) => {
      const headers = parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name)
      const isVersioned = versioned.includes(name) || name === 'PUT /admin/billing/:tenant'
      expect([name, headers.includes('If-Match'), '412' in responses]).toEqual([name, isVersioned, isVersioned])
      expect([name, headers.includes('If-None-Match')]).toEqual([name, isVersioned && name.startsWith('PUT')])
    })
    for (const method of ['get', 'put', 'patch']) {
      expect(operationOf(method, '/admin/tenants/:tenant')?.responses['200']).toHaveProperty('headers.ETag')
    }
  })

  test('declares and explains its parameters', () =>
    each(({ parameters = [] }, name, path) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => `:${parameter.name}`)
      expect(inPath, name).toEqual(path.match(/:\w+/g) ?? [])
      for (const parameter of parameters.filter((one) => one.in === 'path'))
        expect(parameter.description, name).toBeTruthy()
    }))
})
