// Test lanes: slow

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cutDocument } from './cut.ts'
import { cutDocuments, cutName, missingDocuments, sharedDocuments } from './documents.ts'
import { makeCut } from './make-cut.ts'

const readFixture = (name: string): string => readFileSync(join(cutDocuments, name), 'utf8')

test('each document that is handed on has its licence and source beside it', () => {
  const names = sharedDocuments.map(([, document]) => cutName(document))
  expect(readdirSync(cutDocuments).toSorted()).toEqual([...names, 'README.md'].toSorted())
  const readme = readFixture('README.md')
  for (const name of names)
    expect(readme).toMatch(new RegExp(`^\\| \`${name}\` \\| \\[.+\\]\\(https://.+\\) \\| .+ \\|$`, 'm'))
})

test('the documents that are handed on are small', () => {
  const bytes = sharedDocuments.map(([, document]) => Buffer.byteLength(readFixture(cutName(document))))
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_400_000)
})

test.skipIf(missingDocuments)(
  'what is handed on is what the operations in use need; `bun test/vendor-documents/write.ts` writes it',
  { meta: { missing: missingDocuments } },
  async () => {
    const outdated: string[] = []
    for (const [id, document] of sharedDocuments) {
      if (readFixture(cutName(document)) !== (await makeCut(id, document))) outdated.push(document)
    }
    expect(outdated).toEqual([])
  },
)

describe('a document that is cut', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const answering = (name: string) => ({
    responses: { 200: { description: 'Found', content: { 'application/json': { schema: reference(name) } } } },
  })
  const root = {
    openapi: '3.0.3',
    info: { title: 'Shelves', version: '1' },
    paths: {
      '/items': { get: answering('List'), post: { ...answering('Item'), requestBody: reference('Input') } },
      '/others': { get: answering('Other') },
    },
    components: {
      schemas: {
        List: { type: 'array', items: reference('Item') },
        Item: {
          type: 'object',
          properties: {
            example: { type: 'string', example: 'a' },
            other: reference('Other'),
            owner: reference('Owner'),
          },
        },
        Owner: { type: 'object', description: 'Who has it.', properties: { description: reference('Text') } },
        Text: { type: 'string', description: 'A text.' },
        Input: { type: 'object', properties: { deep: reference('Deep') } },
        Deep: { type: 'object', properties: { other: reference('Item') } },
        Other: { type: 'object', properties: { a: {} } },
        Unused: { type: 'string' },
      },
    },
  }
  const { paths, components } = cutDocument(root, new Set(['GET /items', 'POST /items']), new Set(['GET /items']))

  test('has the operations in use, and answers of lists alone', () => {
    expect(paths).toMatchObject({
      '/items': { get: answering('List'), post: { responses: { 200: { description: '' } } } },
    })
    expect(Object.keys(paths as object)).toEqual(['/items'])
  })

  test('has all that requests need, without examples', () => {
    expect(components).toEqual({
      schemas: {
        List: root.components.schemas.List,
        Item: {
          type: 'object',
          properties: { example: { type: 'string' }, other: reference('Other'), owner: reference('Owner') },
        },
        Input: root.components.schemas.Input,
        Deep: root.components.schemas.Deep,
        Other: root.components.schemas.Other,
        Owner: root.components.schemas.Owner,
        Text: root.components.schemas.Text,
      },
    })
  })

  test('ends an answer below the members of its items', () => {
    const { components } = cutDocument(root, new Set(['GET /items']), new Set(['GET /items']))
    expect(components).toMatchObject({
      schemas: {
        List: root.components.schemas.List,
        Item: { properties: { owner: reference('Owner') } },
        Owner: { type: 'object' },
      },
    })
    expect((components as { schemas: object }).schemas).not.toHaveProperty('Text')
    expect((components as { schemas: { Owner: object } }).schemas.Owner).not.toHaveProperty('properties')
  })
})
