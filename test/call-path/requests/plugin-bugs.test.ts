import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { call, audited } = await startFixture()

describe('a bug of a plugin', () => {
  const bugs: [what: string, body: object][] = [
    ['in its call', { action: 'trip', id: '1' }],
    ['in its shape', { action: 'unwrap', id: '1' }],
  ]
  it.each(bugs)('%s is INTERNAL_ERROR, says nothing from inside and is audited', async (_what, body) => {
    const answered = await call(body, [answer(200, null)])
    expect(answered.body).toEqual({
      error: 'Something went wrong inside the gateway',
      code: 'INTERNAL_ERROR',
      status: 500,
      request_id: answered.headers.get('x-request-id'),
      docs_url: expect.stringMatching(/\/docs\/errors#internal_error$/),
    })
    expect(await audited()).toMatchObject({ code: 'INTERNAL_ERROR', status: 500, request_id: answered.body.request_id })
  })
})
