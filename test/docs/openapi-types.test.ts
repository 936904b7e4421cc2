/**
 * Requirements of client generators on the OpenAPI document: names that shadow nothing of a language, and constants and bodies that they
 * can write.
 */
import type { AnyProvider } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { gatewayDocument } from '../../codegen/emit/openapi.ts'
import { loadRegistry } from '../../server/registry.ts'

const providers = (await loadRegistry()).map(({ provider }) => provider as unknown as AnyProvider)
const document = JSON.parse(JSON.stringify(gatewayDocument(providers)))

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object of the document with its JSON pointer, but for data. */
const listObjects = (value: unknown, at = '', isMap = false): (readonly [string, Json])[] => {
  if (Array.isArray(value)) return value.flatMap((each, index) => listObjects(each, `${at}/${index}`))
  if (!isObject(value)) return []
  const isData = (name: string) => !isMap && ['example', 'examples', 'default', 'mapping'].includes(name)
  const inner = Object.entries(value).filter(([name]) => !isData(name))
  const found = inner.flatMap(([name, each]) => listObjects(each, `${at}/${name}`, !isMap && name === 'properties'))
  return isMap ? found : [[at, value], ...found]
}

const objects = listObjects(document)
const schemas = objects.filter(([at]) => /schema|properties|items|Of\/\d+$/.test(at))

const words = (text: string): string[] => text.trim().split(/\s+/)
/** Lower-case words of a language that a generated type may hide, or that it can't be called. */
const python = words(`
  and any as assert async await break bytes case class continue def del dict elif else except false finally for from frozenset
  global if import in int is lambda list literal mapping match none nonlocal not object optional or pass raise return self
  sequence set str true try tuple type typing union while with yield bool float datetime enum uuid file unset response`)
const go = words(`
  any append bool break byte case chan comparable const context continue default defer error fallthrough float32 float64 for func
  go goto if import int interface len make map new nil package panic range return rune select string struct switch type uint var time`)
const typescript = [
  ...Object.getOwnPropertyNames(globalThis),
  ...words(`
  any array as boolean class const enum export extends function implements import interface let never null number object
  omit partial pick private protected public readonly record required static string symbol this typeof undefined unknown void
  Credential Document Element Location Node Option Plugin Request Response Selection Text`),
].map((name) => name.toLowerCase())
const taken = new Set([...python, ...go, ...typescript])
/** Names that differ in nothing but their case and separators are one in another language's spelling. */
const spelled = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

describe('the names of types', () => {
  const names = Object.keys(document.components.schemas)

  test('hide no keyword and no type of Python, Go or TypeScript', () => {
    expect(names.length).toBeGreaterThan(300)
    expect(names.filter((name) => taken.has(name.toLowerCase()) || !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([])
    expect(schemas.filter(([, { title }]) => typeof title === 'string').map(([at]) => at)).toEqual([])
  })

  test('stay apart in any spelling', () => {
    const operations = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => String(Object(operation).operationId)),
    )
    for (const group of [names, operations]) {
      const spellings = group.map(spelled)
      expect(spellings.filter((name, index) => spellings.indexOf(name) !== index)).toEqual([])
    }
  })
})

test('no type has the name of what Go makes of another: its constructor, or its form that may be null', () => {
  const names = new Set(Object.keys(document.components.schemas))
  const made = [...names].flatMap((name) => [`New${name}`, `New${name}WithDefaults`, `Nullable${name}`])
  expect(made.filter((name) => names.has(name))).toEqual([])
})

test('of several forms, none is a map of values that may be null: Go has no name for it', () => {
  const maps = schemas.filter(
    ([at, { additionalProperties }]) => /anyOf\/\d+$/.test(at) && isObject(additionalProperties),
  )
  expect(maps.length).toBeGreaterThan(0)
  expect(maps.filter(([, schema]) => JSON.stringify(schema).includes('"null"')).map(([at]) => at)).toEqual([])
})

test('constants are texts, and required ones are their own default', () => {
  const constants = schemas.flatMap(([at, { const: value, enum: values }]) =>
    [value, ...(Array.isArray(values) ? values : [])].filter((each) => each !== undefined).map((each) => [at, each]),
  )
  expect(constants.length).toBeGreaterThan(300)
  expect(constants.filter(([, value]) => typeof value !== 'string')).toEqual([])
  const required = schemas.flatMap(([at, { properties, required: must }]) =>
    Object.entries(isObject(properties) ? properties : {})
      .filter(([name, member]) => isObject(member) && 'const' in member && Array.isArray(must) && must.includes(name))
      .map(([name, member]) => [`${at}/${name}`, Object(member)] as const),
  )
  expect(required.filter(([, { const: value, default: filled }]) => value !== filled)).toEqual([])
})

test('every schema with members is an object', () => {
  const without = schemas.filter(([, { properties, type }]) => isObject(properties) && type !== 'object')
  expect(without.map(([at]) => at)).toEqual([])
})

test('every body has one media type, and a change needs one', () => {
  const bodies = objects.filter(([at]) => at.endsWith('/requestBody'))
  expect(bodies.length).toBeGreaterThan(50)
  expect(bodies.filter(([, { content }]) => Object.keys(Object(content)).length !== 1).map(([at]) => at)).toEqual([])
  const changes = bodies.filter(([at]) => at.endsWith('/patch/requestBody'))
  expect(changes.every(([, { required }]) => required === true)).toBe(true)
})

test('a body of several forms names the member that tells them apart', () => {
  const forms = objects.filter(([, { oneOf }]) => Array.isArray(oneOf))
  expect(forms.filter(([, { discriminator }]) => discriminator === undefined).map(([at]) => at)).toEqual([])
})
