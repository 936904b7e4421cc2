import { afterAll, expect, test } from 'vitest'
import { startTestGateway } from '../gateway.ts'

const gateway = await startTestGateway()
afterAll(() => gateway.stop())
await gateway.seed('acme', { hubspot: 'hubspot-access-token' })

const register = (body: object) => gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...body })
const call = async (token: string): Promise<number> =>
  (await gateway.call('acme', 'hubspot', { action: 'none' }, { token })).status

test.each(['aaaaaaaaaaaaaaaa', '0000000000000000', 'abababababababab', '1234123412341234'])(
  'the token %s is never registered, and the answer does not repeat it',
  async (weak) => {
    const { status, body, text } = await register({ token: weak })
    expect([status, body.code, body.details[0].path]).toEqual([400, 'VALIDATION_ERROR', '/token'])
    expect(text).not.toContain(weak)
    expect(await call(weak)).toBe(401)
  },
)

test('who leaves the token out gets one of 256 bits, which works', async () => {
  const tokens: string[] = []
  for (let n = 0; n < 3; n++) tokens.push((await register({})).body.token)
  for (const token of tokens) {
    expect(Buffer.from(token.slice('pb_'.length), 'base64url')).toHaveLength(32)
    expect(await call(token)).toBe(400)
  }
  expect(new Set(tokens).size).toBe(3)
})
