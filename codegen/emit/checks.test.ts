// Test lanes: slow

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnyProvider, apiKey, provider, read, Type } from '@patchbay/core/provider'
import { type ActionChecks, bodySchema, toJsonSchema } from '@patchbay/core/schema'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { crm } from '../../core/schema/testing/crm.ts'
import { fitting, spoiled } from '../../core/schema/testing/fitting.ts'
import { checksText } from './checks.ts'
import { emitFiles } from './index.ts'
import { createImports } from './javascript.ts'

/** Loads the text as a module beside this test, so that its imports are found. */
const load = async <T>(text: string): Promise<T> => {
  const folder = await mkdtemp(join(import.meta.dirname, '.emitted-'))
  try {
    await writeFile(join(folder, 'module.js'), text)
    return (await import(join(folder, 'module.js'))) as T
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Checks = Readonly<Record<string, ActionChecks>>
const checksOf = async (provider: AnyProvider): Promise<Checks> => {
  const imports = createImports()
  const checks = checksText(provider, imports)
  const module = await load<{ checks: Record<string, () => ActionChecks> }>(
    `${imports.text()}export const checks = ${checks}`,
  )
  return Object.fromEntries(Object.entries(module.checks).map(([name, make]) => [name, make()]))
}

const reading = (params: Record<string, TSchema>, result?: TSchema) =>
  read('GET /', { description: 'A', params, ...(result && { result }) })

/** A provider with one action for each schema: the schema of its parameter `value` and of its result. */
const taking = (schemas: readonly TSchema[], title = 'X'): AnyProvider =>
  provider({
    id: 'x',
    title,
    origin: 'https://x.example.com',
    auth: apiKey({ header: 'k' }),
    probe: { action: 'a0', params: {} } as never,
    actions: Object.fromEntries(schemas.map((schema, i) => [`a${i}`, reading({ value: schema }, schema)])),
  }) as AnyProvider

describe('an emitted check agrees with TypeBox', () => {
  const leaf = fc.constantFrom<TSchema>(
    Type.String({ minLength: 1, maxLength: 3 }),
    Type.String({ pattern: '^[a-z/"\\\\]+$' }),
    Type.String({ format: 'email', examples: ['a@example.com', 'nobody'] }),
    Type.String({ format: 'date-time', examples: ['2026-01-01T00:00:00Z', '2026'] }),
    Type.Integer({ minimum: 1, maximum: 9 }),
    Type.Number({ exclusiveMinimum: 0, multipleOf: 0.5 }),
    Type.Boolean(),
    Type.Null(),
    Type.Any(),
    Type.Literal('a"b'),
    Type.Literal(3),
    Type.Enum(['x', 'y\n', '*/']),
  )
  const { schema } = fc.letrec<{ schema: TSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.tuple(tie('schema'), fc.nat({ max: 2 })).map(([items, minItems]) => Type.Array(items, { minItems })),
      fc
        .tuple(tie('schema'), tie('schema'), fc.boolean())
        .map(([a, b, closed]) =>
          Type.Object({ a, 'b-c': Type.Optional(b) }, closed ? { additionalProperties: false } : {}),
        ),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => Type.Union([a, b])),
      tie('schema').map((schema) => Type.Record(Type.String(), schema)),
    ),
  }))

  test('for sixty schemas of every kind, on values that fit and values that do not', async () => {
    const schemas = fc.sample(schema, { numRuns: 60, seed: 7 })
    const { actions } = taking(schemas)
    const checks = await checksOf(taking(schemas))
    const seen = { true: 0, false: 0 }
    for (const [name, declared] of Object.entries(actions)) {
      const body = bodySchema(name, declared)
      const right = fitting(toJsonSchema(body))
      fc.assert(
        fc.property(fc.oneof(right, spoiled(right)), (value) => {
          const want = Value.Check(body, value)
          seen[`${want}`] += 1
          expect(checks[name]?.body(value)).toBe(want)
          const inner = Object(value).value
          expect(checks[name]?.result?.(inner)).toBe(Value.Check(declared.result ?? {}, inner))
        }),
        { numRuns: 40, seed: 7 },
      )
    }
    expect(seen.true).toBeGreaterThan(300)
    expect(seen.false).toBeGreaterThan(300)
  })

  test('for names that every object has, and none of them as members', async () => {
    const { list } = await checksOf(crm as AnyProvider)
    const body = { action: 'list', object_type: 'contacts' }
    const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty']
    expect(list?.body(body)).toBe(true)
    for (const name of inherited) expect(list?.body({ ...body, [name]: 'x' }), name).toBe(false)
    expect(list?.body({ toString: 'x' })).toBe(false)
  })
})

describe('strings of a schema stay strings', () => {
  const evil = [
    '"',
    "'",
    '`',
    '\\',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become a template
    '${globalThis.broken = 1}',
    '*/ globalThis.broken = 1 /*',
    '// x\n globalThis.broken = 1',
    '\u2028globalThis.broken = 1\u2029',
    '"})(); globalThis.broken = 1; (() => {"',
    '</script>',
    '__proto__',
    '\u0000\ud800',
  ]
  const schemas = evil.flatMap((text) => [
    Type.Literal(text, { description: text, title: text, default: text }),
    Type.Enum([text, `${text}${text}`], { description: text }),
    Type.String({ pattern: `^${RegExp.escape(text.toWellFormed())}$`, description: text }),
    Type.Object(text === '__proto__' ? {} : { [text]: Type.Literal(1) }, {
      additionalProperties: false,
      examples: [{ [text]: 1 }],
    }),
  ])
  const evilProvider = taking(schemas, evil.join(' '))

  test('in the checks, which work', async () => {
    const checks = await checksOf(evilProvider)
    const taken = evil.map((value, i) => [value, checks[`a${i * 4}`]?.body({ action: `a${i * 4}`, value })])
    expect(taken).toEqual(evil.map((value) => [value, true]))
    expect(checks.a0?.body({ action: 'a0', value: 'x' })).toBe(false)
    expect('broken' in globalThis).toBe(false)
  })

  test('in every generated file, which parses and holds no other statements', async () => {
    const files = emitFiles(
      [
        {
          provider: evilProvider,
          package: 'x',
          version: evil.join(''),
          file: '',
          specifier: 'x',
          exported: [],
        },
      ],
      'digest',
    )
    expect([...files.keys()].at(-1)).toBe('registry.js')
    for (const [name, text] of files) {
      if (name.endsWith('.json')) {
        expect(() => JSON.parse(text), name).not.toThrow()
        continue
      }
      const parsed = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'file.js' })
      expect(parsed.diagnostics, name).toEqual([])
      const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
      const allowed = [ts.SyntaxKind.ImportDeclaration, ts.SyntaxKind.VariableStatement]
      expect(
        source.statements.filter(({ kind }) => !allowed.includes(kind)).map((node) => node.getText(source)),
      ).toEqual([])
      expect(text.split('\n')[0], name).toBe('// Generated by `bun run codegen`; do not edit.')
    }
  })
})
