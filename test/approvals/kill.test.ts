// Test lanes: long-on-mongodb, slow

import { expect, test } from 'vitest'
import { startCountingVendor } from '../effects/kill/counting-vendor.ts'
import { type KillStep, killSteps } from '../effects/kill/kill-steps.ts'
import { onlyJobs } from '../gateway.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const isShared = process.env.TEST_STORE === 'mongodb'
const preload = `${import.meta.dirname}/../effects/kill/die-at-write.ts`
const times = 1

/** So long that the first byte isn't all of it. */
const filler = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`filler_${n}`, 'x'.repeat(50_000)]))

interface Killed {
  readonly step: KillStep
  readonly id: string
  readonly email: string
}

/** Asks, approves, and has the gateway killed at the step while it carries the call out. */
const killOnce = async (
  server: ServerProcess,
  vendor: Awaited<ReturnType<typeof startCountingVendor>>,
  step: KillStep,
): Promise<Killed> => {
  const email = `${crypto.randomUUID()}@example.com`
  const body = { action: 'create', object_type: 'contacts', properties: { email, ...filler } }
  const id = (await server.call('acme', 'hubspot', body)).body.data.approval_id
  const { digest } = (await server.admin('GET', `/admin/approvals/${id}`)).body
  vendor.expect(step, () => server.child.kill('SIGKILL'))
  server.child.kill('SIGWINCH')
  await expect.poll(() => server.output.stdout).toContain('armed')
  const decision = { decision: 'approve', digest }
  await server.admin('POST', `/admin/approvals/${id}/decision`, decision).catch(() => undefined)
  // On the embedded store the entry and the end of the intent are one commit, so this one lives on.
  if (step === 'closed' && !isShared) {
    await expect.poll(async () => (await server.admin('GET', `/admin/approvals/${id}`)).body.state).toBe('done')
    server.child.kill('SIGKILL')
  }
  await server.exited
  return { step, id, email }
}

test('wherever a gateway is killed while it carries out an approval, the call is sent once or never, and its state is true', async () => {
  const vendor = await startCountingVendor()
  const env: Record<string, string> = {
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }),
    // The job runs when it is told to: by its own time it would meet what the vendor does at a later step.
    CRONS: onlyJobs({ approvals: '0 0 29 2 *' }),
    ...(isShared && { MONGODB_URI: withDatabase(sharedMongodb(), 'patchbay-test-kill-approvals') }),
  }
  const first = await startServerProcess({ env })
  await first.seed('acme', { hubspot: 'a-token' })
  await first.admin('PATCH', '/admin/tenants/acme', { options: { ask: ['*:write'] } })
  const { dataDir, adminKey } = first
  const start = (more: Readonly<Record<string, string>> = {}, isDying = false) =>
    startServerProcess({
      env: { ...env, ...more },
      adminKey,
      ...(isShared ? {} : { dataDir }),
      ...(isDying && { preload }),
    })
  if (!isShared) await first.end('SIGTERM')
  const killed: Killed[] = []
  for (const step of killSteps)
    for (let nth = 0; nth < times; nth++) killed.push(await killOnce(await start({ DIE_AT: step }, true), vendor, step))

  vendor.expect('closed', () => undefined)
  const last = isShared ? first : await start()
  const readState = async (id: string): Promise<string> => {
    if (isShared) await last.admin('POST', '/admin/jobs/approvals/run')
    return (await last.admin('GET', `/admin/approvals/${id}`)).body.state
  }
  for (const { id } of killed)
    await expect
      .poll(() => readState(id), { timeout: 90_000, interval: 500 })
      .toEqual(expect.stringMatching(/^(done|failed|unknown)$/))
  const rows = await Promise.all(
    killed.map(async ({ step, id, email }) => {
      const { state } = (await last.admin('GET', `/admin/approvals/${id}`)).body
      return { step, state, effects: vendor.effects.get(email) ?? 0 }
    }),
  )
  await last.stop()
  vendor.stop()
  const isTrue = ({ state, effects }: (typeof rows)[number]): boolean =>
    effects <= 1 && (state === 'unknown' || (state === 'done') === (effects === 1))
  expect(rows.filter((row) => !isTrue(row))).toEqual([])
  // The yes isn't lost: what was never begun is begun again.
  const begun = rows.filter(({ step }) => step === 'before the intent')
  expect(begun).toEqual(begun.map((row) => ({ ...row, state: 'done', effects: 1 })))
  expect(rows.filter(({ step }) => step === 'vendor has it').every(({ effects }) => effects === 1)).toBe(true)
}, 300_000)
