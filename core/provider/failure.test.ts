import { expect, test } from 'vitest'
import { messageAt } from './index.ts'

const said = messageAt('/error/message', '/error', '/errors/0/title')
const answer = (status: number) => ({ status, headers: new Headers() })

test.each([
  ['the first of the places that has a text', { error: { message: 'Gone' } }, 'Gone'],
  ['a later place where an earlier one has none', { error: 'Gone' }, 'Gone'],
  ['a place in a list', { errors: [{ title: 'Gone' }] }, 'Gone'],
])('the message of an error is %s', (_what, body, message) => {
  expect(said(body, answer(404))).toEqual({ message })
})

test.each([[{ error: { message: '' } }], [{ error: { message: 5 } }], [{}], [[]], ['Gone'], [null], [undefined]])(
  'an error as %j has no message',
  (body) => {
    expect(said(body, answer(502))).toBeUndefined()
  },
)

test('an answer with another status is no error', () => {
  expect(said({ error: 'none' }, answer(200))).toBeUndefined()
})
