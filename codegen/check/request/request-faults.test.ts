import {
  type AnyAction,
  integer,
  invalid,
  list,
  object,
  optional,
  pattern,
  read,
  record,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { requestFaults } from './request-faults.ts'

const id = pattern('^item-[0-9]{3}$', 8, 'Id of the item')
const freeFields = record(Type.Unknown(), { max: 9, description: 'Fields by name' })
const described = { description: 'What it is' }

/** An action whose `request` is called with samples of these parameters. */
const asking = (params: object, request: unknown): AnyAction =>
  write('POST /items', { description: 'Ask', params, request } as unknown as Parameters<typeof write>[1]) as AnyAction

const settings = { region: Type.String({ pattern: '^(eu|us)$', maxLength: 2 }) }
const messagesOf = (action: AnyAction): string[] => requestFaults('ask', action, settings).map(({ message }) => message)

describe('a request is accepted that', () => {
  test.each<[string, AnyAction]>([
    [
      'takes a patterned text apart',
      asking({ id }, ({ id }: { id: string }) => ({ query: { n: id.split('-')[1]?.trim() } })),
    ],
    [
      'does without what callers may leave out',
      asking(optional({ name: text(9, 'Name') }), ({ name }: { name?: string }) => ({ query: { n: name?.trim() } })),
    ],
    [
      'refuses what a schema can not say',
      asking({ name: text(9, 'Name') }, () => {
        throw invalid('/name', 'is taken')
      }),
    ],
    [
      'copies all parameters',
      asking({ name: text(9, 'Name') }, (params: object) => ({ body: structuredClone({ ...params }) })),
    ],
    [
      'writes all parameters as JSON',
      asking({ name: text(9, 'Name') }, (params: object) => ({ body: JSON.stringify(params) })),
    ],
    [
      'lays parameters over free members',
      asking({ owner: text(9, 'Owner'), fields: freeFields }, ({ fields, ...named }: { fields: object }) => ({
        body: { fields: undefined, owner: undefined, item: { ...fields, ...named } },
      })),
    ],
    [
      'asks whether a parameter was given',
      asking({ id }, (params: object) => ({ query: { own: Object.hasOwn(params, 'id') } })),
    ],
    [
      'reads a setting of the account',
      asking({}, (_: object, { settings }: { settings: { region: string } }) => ({
        query: { r: settings.region.trim() },
      })),
    ],
    [
      'counts from a list of numbers',
      asking({ ids: Type.Array(integer('Id'), described) }, ({ ids }: { ids: number[] }) => ({
        query: { n: ids.length },
      })),
    ],
  ])('%s', (_, action) => {
    expect(messagesOf(action)).toEqual([])
  })
})

describe('a request is refused that', () => {
  test.each<[string, AnyAction, string]>([
    [
      'needs what callers may leave out',
      asking(optional({ name: text(9, 'Name') }), ({ name }: { name: string }) => ({ query: { n: name.trim() } })),
      '`request` throws for the parameters {}: ',
    ],
    [
      'reads a setting that is not declared',
      asking({}, (_: object, { settings }: { settings: Record<string, string> }) => ({
        query: { r: settings.regions },
      })),
      '`request` reads the setting `regions`: declare it; did you mean `region`?',
    ],
    ['is a text', asking({}, '/items'), '`request` is not a function: '],
    [
      'lets a free member replace a parameter',
      asking({ owner: text(9, 'Owner'), fields: freeFields }, ({ fields, ...named }: { fields: object }) => ({
        body: { fields: undefined, owner: undefined, item: { ...named, ...fields } },
      })),
      '`request` lets a member of `fields` replace `owner`: lay declared members over free ones',
    ],
    [
      'lets a free member of an item replace its kind',
      asking(
        { items: list(object({ kind: text(9, 'Kind'), fields: freeFields }), { max: 9, description: 'Items' }) },
        ({ items }: { items: { kind: string; fields: object }[] }) => ({
          body: { items: items.map(({ kind, fields }) => ({ about: { kind }, ...fields })) },
        }),
      ),
      '`request` lets a member of `items/fields` replace `about`: ',
    ],
    [
      'sends a number as a header',
      asking({}, () => ({ headers: { 'X-Page': 1 } })),
      '`request` returns the header X-Page with 1',
    ],
    ['sends a text as the query', asking({}, () => ({ query: 'a=1' })), '`request` returns the query "a=1": '],
    [
      'has a body although its method has none',
      read('GET /items', { description: 'Ask', params: {}, request: (() => ({ body: {} })) as never }) as AnyAction,
      '`request` returns a body, but a GET has no body',
    ],
  ])('%s', (_, action, want) => {
    expect(messagesOf(action)).toEqual([expect.stringContaining(want)])
  })
})

test('a setting in the route must be declared', () => {
  const ask = (name: string) => read(`GET /regions/{settings.${name}}/items`, { description: 'Ask', params: {} })
  expect(messagesOf(ask('region'))).toEqual([])
  expect(messagesOf(ask('regions'))).toEqual([
    'the route uses the setting `regions`: declare it under `settings`; did you mean `region`?',
  ])
})
