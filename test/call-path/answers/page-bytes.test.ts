import { expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { call } = await startFixture({ env: { MAX_RESPONSE_BYTES: '4096' } })

const page = (next: string) => answer(200, { results: [{ text: 'é'.repeat(700) }], paging: { next } })

it('the size limit holds for all pages of one call together', async () => {
  const { body, sent } = await call({ action: 'list_by_cursor', limit: 100 }, [
    page('b'),
    page('c'),
    page('d'),
    page('e'),
  ])
  expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
  expect(body.error).toContain('size limit')
  expect(sent).toHaveLength(3)
})
