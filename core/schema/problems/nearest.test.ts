import { describe, expect, test } from 'vitest'
import { findNearestName, perhapsAnother } from './nearest.ts'
import { findNearestByWords } from './nearest-by-words.ts'

describe('a name that should be one of the known names', () => {
  const names = ['limit', 'object_type', 'propertyName', 'filters']
  test.each([
    ['limt', 'limit'],
    ['LIMIT', 'limit'],
    ['object-type', 'object_type'],
    ['objectType', 'object_type'],
    ['obj_type', 'object_type'],
    ['propertyNames', 'propertyName'],
    ['filter', 'filters'],
    ['constructor', undefined],
    ['x'.repeat(1e6), undefined],
  ])('%s is taken for %s', (name, meant) => {
    expect(findNearestName(name, names)).toBe(meant)
  })

  test('is matched with the known name that differs least, in any order', () => {
    expect(findNearestName('listt', ['last', 'list', 'lost'])).toBe('list')
  })
})

test('a name is not taken for one of many more words', () => {
  const names = ['list_admin_conversation_connected_channel_info', 'admin_api_key']
  expect(findNearestName('list_channels', names)).toBeUndefined()
  expect(findNearestName('admin_key', names)).toBe('admin_api_key')
})

test('a name that may belong to another program is matched only with long names, and only if it is close', () => {
  expect(findNearestName('PORTS', ['PORT'], perhapsAnother)).toBeUndefined()
  expect(findNearestName('BASE_PATH', ['BASE_URL'], perhapsAnother)).toBeUndefined()
  expect(findNearestName('BASEURL', ['BASE_URL'], perhapsAnother)).toBe('BASE_URL')
})

test.each([
  ['fields', 'properties'],
  ['channel_id', 'channel'],
  ['customerEmail', 'email'],
  ['file_name', undefined],
  ['message', 'text'],
  ['email_address', 'email'],
  ['max_results', undefined],
  ['as_user', undefined],
  ['account', 'account_id'],
  ['email', 'email'],
  ['emails', 'email'],
  ['result', undefined],
  ['x'.repeat(1e6), undefined],
])('by its words %s is taken for %s', (name, meant) => {
  expect(
    findNearestByWords(name, ['properties', 'result_fields', 'account_id', 'channel', 'email', 'text', 'limit']),
  ).toBe(meant)
})
