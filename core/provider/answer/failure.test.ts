import { describe, expect, test } from 'vitest'
import { meaningAt, messageAt } from '../index.ts'

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

test('an answer with another status is not an error', () => {
  expect(said({ error: 'none' }, answer(200))).toBeUndefined()
})

describe('the meaning of an error', () => {
  const read = meaningAt('/error/reason', ['tooFast', 'busy'], { retryAfter: 1 }, messageAt('/error/message'))

  test.each(['tooFast', 'busy'])('that says %s is added to its message', (reason) => {
    expect(read({ error: { reason, message: 'No' } }, answer(403))).toEqual({ message: 'No', retryAfter: 1 })
  })

  test('without a message is told with the text itself', () => {
    expect(read({ error: { reason: 'busy' } }, answer(403))).toEqual({ message: 'busy', retryAfter: 1 })
    expect(meaningAt('', ['Bad token'], { status: 401 }, read)('Bad token', answer(403))).toEqual({
      message: 'Bad token',
      status: 401,
    })
  })

  test('is not added to other errors, nor to what is none', () => {
    expect(read({ error: { reason: 'toofast', message: 'No' } }, answer(403))).toEqual({ message: 'No' })
    expect(read({ error: { reason: 'busy' } }, answer(200))).toBeUndefined()
    expect(read(undefined, answer(500))).toBeUndefined()
  })
})
