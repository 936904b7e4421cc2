// Test lanes: slow

/** The program as people use it: with a pipe that ends early, a gateway that takes its time, and a call to approve. */
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { runInTerminal, runPatchbay } from './patchbay.ts'

const approval = {
  approval_id: '0199e1a0-7c1b-7d3e-8a55-000000000001',
  state: 'waiting',
  tenant: 'acme',
  provider: 'stripe',
  account: 'main',
  action: 'create_refund',
  rule: 'tenant stripe:write',
  parameters: { amount: 2000, charge: 'ch_1' },
  request: { method: 'POST', url: 'https://api.stripe.com/v1/refunds' },
  digest: 'd1g35t-of-what-was-shown',
  created_at: '2026-11-29T10:00:00.000Z',
  expires_at: '2026-11-29T12:00:00.000Z',
}
const tenants = Array.from({ length: 5000 }, (_, at) => ({
  id: `tenant-${at}`,
  name: 'A',
  status: 'active',
  providers: {},
}))

const decided: unknown[] = []
/** Resolved by what a test has seen. */
let answering = Promise.resolve()
const gateway = Bun.serve({
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/admin/tenants') return Response.json({ tenants, next_cursor: null })
    if (pathname === '/admin/keys') {
      await answering
      return Response.json({ keys: [] })
    }
    if (request.method === 'POST') {
      decided.push(await request.json())
      return Response.json({ ...approval, state: 'approved' })
    }
    return Response.json(approval)
  },
})
afterAll(() => gateway.stop(true))
beforeEach(() => {
  decided.length = 0
})

const env = { PATCHBAY_URL: gateway.url.origin, PATCHBAY_ADMIN_KEY: 'pb_admin_key' }
const approve = ['approvals', 'approve', approval.approval_id]

test('a pipe that ends early ends the command, without a word about it', async () => {
  const main = join(import.meta.dirname, '../../server/commands/main.ts')
  const line = `"${process.execPath}" "${main}" tenants list | head -2; echo "\${PIPESTATUS[@]}"`
  const child = Bun.spawn(['bash', '-c', line], {
    env: { PATH: process.env.PATH, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, notes] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect([out.split('\n').slice(1), notes]).toEqual([[expect.stringMatching(/^tenant-0 /), '0 0', ''], ''])
})

test('who waits for the gateway sees that it is asked, until it answers', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answering = promise
  const { code, shown } = await runInTerminal(['keys', 'list'], env, { after: 'waiting for', text: '', seen: resolve })
  expect([code, Bun.stripANSI(shown)]).toEqual([0, expect.stringMatching(/waiting for http.*\r.*no keys/s)])
})

describe('approve takes the id alone', () => {
  test.each([
    ['yes\r', 0, 1],
    ['no\r', 1, 0],
    ['\r', 1, 0],
  ])('and at a terminal shows the call and asks: %j ends with %i', async (text, ending, count) => {
    const { code, shown } = await runInTerminal(approve, env, { after: 'Type yes:', text })
    expect([code, decided.length]).toEqual([ending, count])
    expect(shown).toMatch(/"amount": 2000[\s\S]*api\.stripe\.com[\s\S]*Send this call\?/)
    if (count === 0) expect(shown).toContain('nothing was decided')
  })

  test('in a script shows the call on stderr, and decides that one by its digest', async () => {
    const { code, stdout, stderr } = await runPatchbay([...approve, '--json'], env)
    expect([code, decided]).toEqual([0, [{ decision: 'approve', digest: approval.digest }]])
    expect(JSON.parse(stdout)).toMatchObject({ state: 'approved' })
    expect(stderr).toMatch(/^parameters: +\{"amount":2000/m)
  })

  test('and a digest of before is sent as it is, so that another call is refused', async () => {
    const { stderr } = await runPatchbay([...approve, '--digest', 'another'], env)
    expect([decided, stderr]).toEqual([[{ decision: 'approve', digest: 'another' }], ''])
  })
})
