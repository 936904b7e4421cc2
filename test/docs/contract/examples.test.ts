// Test lanes: slow

import * as contract from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { readPage } from '../pages.ts'
import { chapters, contractSnippets, fileOf, functionsOf, notForAuthors, typesOf } from './chapters.ts'
import { complaintsOf, type Snippet } from './compile.ts'
import { exportedNames, membersOf } from './docstrings.ts'

const guide = ['providers', 'provider-answers', 'provider-writes', 'provider-accounts'].map((name) => `docs/${name}.md`)

/** The blocks of TypeScript that people wrote into the guide. */
const guideSnippets = (): Snippet[] =>
  guide.flatMap((page) => {
    const [text = ''] = readPage(page).split('\n<!-- ')
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = '', index }) => ({
      place: `${page}:${text.slice(0, index).split('\n').length}`,
      code,
    }))
  })

describe('the reference of the plugin contract', () => {
  const described = chapters.flatMap((chapter) => [
    ...functionsOf(chapter).map((found) => ({ ...found, place: found.name })),
    ...typesOf(chapter).flatMap(({ type, members }) =>
      members.map((found) => ({ ...found, place: `${type.name}.${found.name}` })),
    ),
  ])

  test('has a text and an example for each function and member', () => {
    expect(described.length).toBeGreaterThan(60)
    const without = described.filter(({ text, examples }) => text === '' || examples.length === 0)
    expect(without.map(({ place }) => place)).toEqual([])
  })

  test('leaves out no function that the contract exports', () => {
    const functions = Object.entries(contract).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
    const listed = new Set([...chapters.flatMap((chapter) => chapter.functions), ...notForAuthors])
    expect(functions.filter((name) => !listed.has(name))).toEqual([])
  })

  test('leaves out no exported type that has members', () => {
    const listed = new Set([...chapters.flatMap(({ types }) => types.map(({ name }) => name)), ...notForAuthors])
    const types = [...exportedNames().keys()].filter((name) => /^[A-Z]/.test(name) && !listed.has(name))
    expect(types.filter((name) => membersOf(fileOf(name), name).length > 0)).toEqual([])
  })
})

test('every example of the contract and of the guide to providers type-checks', () => {
  const snippets = [...contractSnippets(), ...guideSnippets()]
  expect(snippets.length).toBeGreaterThan(90)
  expect(complaintsOf(snippets)).toEqual([])
})

test('an example that is wrong is found, by its place', () => {
  const wrong = [
    { place: 'a', code: `read('GET /items/{id}', { description: 'No such parameter', params: { item_id } })` },
    { place: 'b', code: `read('GET /items/{item_id}', { description: 'Right', params: { item_id } })` },
  ]
  expect(complaintsOf(wrong)).toEqual([expect.stringMatching(/^a: .*id/)])
})
