import { expect, test } from 'vitest'
import type { Slice, SliceAction } from './slice.ts'
import { restored, storedSlice } from './stored-slice.ts'

const action = (params: SliceAction['params']): SliceAction => ({
  method: 'GET',
  path: '/',
  description: 'Get',
  group: 'all',
  params,
})
const page = { in: 'query', schema: { type: 'integer' } } as const
const other = { in: 'header', schema: { type: 'string' } } as const
const slice: Slice = {
  title: 'Shelves',
  server: null,
  groups: {},
  schemas: {},
  actions: {
    a: action({ page, id: other }),
    b: action({ page }),
    c: action({ page: other }),
    d: action({ page: other, body: other }),
  },
}

test('a parameter that several actions have is stored once, under a name of its own', () => {
  const { parameters, actions } = storedSlice(slice)
  expect(parameters).toEqual({ page, page_2: other })
  expect(Object.values(actions).map(({ params }) => params)).toEqual([
    { page: 'page', id: other },
    { page: 'page' },
    { page: 'page_2' },
    { page: 'page_2', body: other },
  ])
})

test('what was stored is the same slice again, and its actions share their parameters', () => {
  const again = restored(JSON.parse(JSON.stringify(storedSlice(slice))))
  expect(again).toEqual(slice)
  expect(again.actions.a?.params.page).toBe(again.actions.b?.params.page)
  expect(restored(slice)).toEqual(slice)
})
