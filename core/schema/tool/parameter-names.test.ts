import { expect, test } from 'vitest'
import {
  fitNameForModels,
  isNameForModels,
  listOtherNames,
  readOtherNames,
  shownParameterNames,
} from './parameter-names.ts'

test.each([
  ['page-size', 'page_size'],
  ['filter[created-at]', 'filter_created_at'],
  ['$top', 'top'],
  ['2fa.code', '_2fa_code'],
  ['naïve', 'nai_ve'],
  ['x'.repeat(80), 'x'.repeat(64)],
  ['fine_Name2', 'fine_Name2'],
  ['--', ''],
])('%s is %s for models', (name, fit) => {
  expect(fitNameForModels(name)).toBe(fit)
  if (fit !== '') expect(isNameForModels(fit)).toBe(true)
})

test('a tool shows names that all models take, no two alike and none of the gateway’s own', () => {
  const params = {
    'X-User-Id': 1,
    'x-user-id': 1,
    x_limit: 1,
    'x-limit': 1,
    'Idempotency-Key': 1,
    'Dry-Run': 1,
    ' ': 1,
  }
  const shown = shownParameterNames(params)
  expect(Object.fromEntries(shown)).toEqual({
    'X-User-Id': 'x_user_id',
    'x-user-id': 'vendor_x_user_id',
    'x-limit': 'vendor_x_limit',
    'Idempotency-Key': 'vendor_idempotency_key',
    'Dry-Run': 'vendor_dry_run',
    ' ': 'vendor',
  })
})

const params = { 'X-User-Id': 1, page_size: 1, x_limit: 1, a: 1 }
const otherNames = listOtherNames(params, { page_size: 'page-size', x_limit: 'X-Limit', a: '[a]' })

test('parameters have the names of tools and of earlier imports beside their own', () => {
  expect(otherNames).toEqual({ x_user_id: 'X-User-Id', 'page-size': 'page_size', 'X-Limit': 'x_limit' })
  expect(listOtherNames({ a: 1 }, {})).toBeUndefined()
})

test('a call is read by the own names; two names of one parameter stay two', () => {
  const read = (parameters: Record<string, unknown>) =>
    readOtherNames(parameters, { ...(otherNames && { otherNames }) })
  expect(read({ x_user_id: 'a', 'page-size': 1, 'X-Limit': 2, other: 3 })).toEqual({
    'X-User-Id': 'a',
    page_size: 1,
    x_limit: 2,
    other: 3,
  })
  expect(read({ 'X-User-Id': 'a', x_user_id: 'b' })).toEqual({ 'X-User-Id': 'a', x_user_id: 'b' })
  const own = { 'X-User-Id': 'a', page_size: 1 }
  expect(read(own)).toBe(own)
})
