// Test lanes: slow

import { join } from 'node:path'
import { openSlice, sliceText } from '@patchbay/core/imported'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { temporaryProject } from '../testing/temporary-project.ts'
import { documentTs } from '../types/document-types.ts'
import { listQuestions } from './ask/questions.ts'
import { descriptionsIn, evilDocument, forbidden, hostile } from './testing/evil-document.ts'
import { documentOf, sliceOf } from './testing/slice-of.ts'
import { addToOverlay } from './write/add-to-overlay.ts'
import { buildImportFile, importJson } from './write/emit.ts'
import { overlayTs } from './write/scaffold.ts'

/** The kinds of a file's statements, and of all expressions in it that do something. */
const shapeOf = (text: string) => {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const calls = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.add(node.expression.getText().split('<')[0] ?? '')
    if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node) || ts.isTaggedTemplateExpression(node))
      calls.add(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(file)
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] }
  return {
    faults: parseDiagnostics.length,
    statements: file.statements.map(({ kind }) => ts.SyntaxKind[kind]),
    calls: [...calls],
  }
}

test('15,000 hostile texts reach the files of a provider as data alone', async () => {
  const { root, count } = evilDocument()
  expect(count).toBeGreaterThan(15_000)
  const result = await sliceOf(root)
  const { slice } = result
  expect(Object.keys(slice.actions)).toHaveLength(600)
  for (const [name, { params }] of Object.entries(slice.actions)) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
    for (const parameter of Object.keys(params)) expect(parameter).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  }
  const texts = [...descriptionsIn(slice), slice.title, ...Object.keys(slice.groups), ...Object.values(slice.groups)]
  for (const text of texts) expect(text).not.toMatch(forbidden)

  const statements = ['TypeAliasDeclaration', 'InterfaceDeclaration']
  expect(shapeOf(documentTs(slice))).toEqual({ faults: 0, statements, calls: [] })
  const overlay = overlayTs('evil', root, slice)
  expect(shapeOf(overlay)).toEqual({
    faults: 0,
    statements: ['ImportDeclaration', 'ImportDeclaration', 'ExportAssignment'],
    calls: expect.arrayContaining(['imported', 'oauth2']),
  })
  const file = buildImportFile(result, { source: hostile.join(), digest: '', choices: {} })
  expect(JSON.parse(importJson(file))).toEqual(JSON.parse(JSON.stringify(file)))
  const read = openSlice(Buffer.from(sliceText(slice)))
  expect(read.all()).toEqual(slice)
  for (const name of Object.keys(slice.actions)) expect(read.action(name)).toEqual(slice.actions[name])
})

test('no hostile text becomes code of an overlay by a guess, be it a sure one or not', async () => {
  const oauth = { authorizationUrl: 'https://login.evil-vendor.com/o', tokenUrl: 'https://login.evil-vendor.com/t' }
  for (const text of hostile) {
    const list = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } }
    const properties = { [text]: list, next_cursor: { type: 'string' }, [`next ${text}`]: { type: 'string' } }
    const content = { 'application/json': { schema: { type: 'object', properties } } }
    const parameters = [
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
      { name: `X-${text}`, in: 'header', required: true, schema: { type: 'string' } },
    ]
    const get = { operationId: text, parameters, responses: { 200: { description: text, content } } }
    const flows = { authorizationCode: { ...oauth, scopes: { [text]: text } } }
    const root = documentOf(
      { '/me': { get: { operationId: text } }, '/a': { get }, '/b': { get } },
      {
        info: { title: text, version: '1' },
        servers: [{ url: 'https://{shop}.evil-vendor.com', variables: { shop: { description: text } } }],
        components: { securitySchemes: { [text]: { type: 'oauth2', flows } } },
      },
    )
    const result = await sliceOf(root)
    const questions = listQuestions(root, result)
    expect(questions.map(({ id }) => id)).toEqual(expect.arrayContaining(['origin', 'security', 'probe']))
    const files = questions.flatMap(({ overlay = {} }) => {
      const begun = overlayTs('evil', root, result.slice)
      return [overlayTs('evil', root, result.slice, overlay), addToOverlay(begun, overlay, []).text]
    })
    for (const file of files) {
      const { faults, statements, calls } = shapeOf(file)
      expect([faults, faultsIn(file)]).toEqual([0, 0])
      expect(new Set(statements)).toEqual(new Set(['ImportDeclaration', 'ExportAssignment']))
      const expected = ['imported', 'imported<Document>()', 'oauth2', 'cursor', 'page', 'offset', 'link', 'pattern']
      const others = calls.filter(
        (one) => !expected.includes(one) && !/^(origin)?`https:\/\/\$\{'shop'\}\.evil-vendor\.com`$/.test(one),
      )
      expect(others).toEqual([])
    }
  }
})

/** Counts the places where a file can't be parsed, or has a text of the document as code. */
const faultsIn = (text: string): number => {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] }
  let faults = parseDiagnostics.length
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'ranFromDocument') faults += 1
    ts.forEachChild(node, visit)
  }
  visit(file)
  return faults
}

const expectNothingRan = (): void => {
  expect(globalThis).not.toHaveProperty('ranFromDocument')
  expect(Object.keys(Object.prototype)).toEqual([])
}

test('nothing of a hostile document runs when its provider is generated and loaded', async () => {
  const { root } = evilDocument()
  await using project = await temporaryProject({
    'evil.json': JSON.stringify({
      ...root,
      paths: Object.fromEntries(Object.entries(root.paths as object).slice(0, 40)),
    }),
  })
  const { code, error, out } = await project.codegen('import', `${project.root}/evil.json`, '--id', 'evil')
  expect({ code, error }).toEqual({ code: 0, error: '' })
  // A terminal would obey these.
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  const loaded = await import(`${project.root}/providers/evil/index.ts`)
  expect(loaded.default.id).toBe('evil')
  expectNothingRan()

  const generated = await project.codegen()
  expect({ code: generated.code, error: generated.error }).toEqual({ code: 0, error: '' })
  const client = await project.codegen('client', '--out', `${project.root}/client`)
  expect({ code: client.code, error: client.error }).toEqual({ code: 0, error: '' })
  for (const file of ['server/generated/registry.js', 'client/index.ts', 'client/types.ts', 'client/evil.ts'])
    expect([file, faultsIn(await Bun.file(join(project.root, file)).text())]).toEqual([file, 0])
  const { paths } = await Bun.file(join(project.root, 'server/generated/openapi.json')).json()
  const lines = descriptionsIn(paths['/api/v1/{tenant}/evil']).flatMap((text) => text.split('\n'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).not.toMatch(forbidden)
})
