// Test lanes: long, slow

import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../gateway.ts'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { searchFor } from '../stage.ts'

const steps = [
  'before the intent',
  'after the intent',
  'after the response',
  'while the result is stored',
  'after the swap',
] as const

/** On the embedded store the whole result is one commit; on MongoDB the refresh token is written first. */
const lossy = new Set<string>(['after the response', ...(process.env.TEST_STORE === 'mongodb' ? [] : [steps[3]])])

interface Outcome {
  readonly nextCall: string
  readonly state: string
}

const works: Outcome = { nextCall: '200', state: 'valid' }
/** Nobody has the token that was given: the one window in which it can get lost. */
const isLost: Outcome = { nextCall: '401 TOKEN_EXPIRED', state: 'needs_reauth' }

/**
 * Kills a server at each step of a refresh, and looks what the next one makes of it, which is the one that is killed at the step after.
 * Each step has a tenant of its own.
 */
const crashAtEachStep = async (allowsGraceRetry: boolean): Promise<Readonly<Record<string, Outcome>>> => {
  const auth = startAuthorizationServer({ allowsGraceRetry })
  const dataDir = temporaryFolder()
  let adminKey: string | undefined
  const start = async (step: string | undefined): Promise<ServerProcess> => {
    const server = await startServerProcess({
      preload: `${import.meta.dirname}/../die-at.ts`,
      env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }), ...(step !== undefined && { DIE_AT: step }) },
      dataDir,
      ...(adminKey !== undefined && { adminKey }),
    })
    adminKey = server.adminKey
    return server
  }
  let server = await start(steps[0])
  onTestFinished(async () => {
    await server.stop()
    await auth.stop()
  })

  const outcomes: Record<string, Outcome> = {}
  for (const [nth, step] of steps.entries()) {
    const tenant = `tenant-${nth}`
    const { access_token, refresh_token } = auth.authorize()
    const storeToken = (seconds: number) =>
      server.admin('PUT', `/admin/tokens/${tenant}/hubspot/main`, {
        access_token,
        expires_at: Math.floor(Date.now() / 1000) + seconds,
      })
    await server.seed(tenant, { hubspot: access_token })
    await storeToken(60)
    const account = { tenant_id: tenant, provider: 'hubspot', account_id: 'main' }
    await server.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor(refresh_token) })
    await storeToken(-60)
    const requestsBefore = auth.requests.length
    server.child.kill('SIGWINCH')
    await expect.poll(() => server.output.stdout).toContain('armed')
    await expect(server.call(tenant, 'hubspot', searchFor('ada@example.com'))).rejects.toThrow()
    await server.exited
    const wasAsked = auth.requests.length > requestsBefore
    expect([step, wasAsked]).toEqual([step, nth >= steps.indexOf('after the response')])

    server = await start(steps[nth + 1])
    const { status, body } = await server.call(tenant, 'hubspot', searchFor('ada@example.com'))
    const { state } = (await server.admin('GET', `/admin/tokens/${tenant}/hubspot/main`)).body
    outcomes[step] = { nextCall: `${status} ${body.code ?? ''}`.trim(), state }
  }
  return outcomes
}

test('after kill -9 at any step of a refresh the next call works, or the account says that it needs re-authorization', {
  // Leases that nobody holds any more are waited out.
  timeout: 300_000,
}, async () => {
  const [strict, graceful] = await Promise.all([crashAtEachStep(false), crashAtEachStep(true)])
  expect(graceful).toEqual(Object.fromEntries(steps.map((step) => [step, works])))
  expect(strict).toEqual(Object.fromEntries(steps.map((step) => [step, lossy.has(step) ? isLost : works])))
})
