// Test lanes: both-stores, slow

import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { startServerProcess } from '../../server-process.ts'
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

/** Kills a server at a step of a refresh, and looks what the next one makes of it. */
const crash = async (step: (typeof steps)[number], allowsGraceRetry: boolean): Promise<Outcome> => {
  const auth = startAuthorizationServer({ allowsGraceRetry })
  const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }) }
  const preload = `${import.meta.dirname}/../die-at.ts`
  const dying = await startServerProcess({ preload, env: { ...env, DIE_AT: step } })
  const { dataDir, adminKey } = dying
  onTestFinished(async () => {
    await auth.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { access_token, refresh_token } = auth.authorize()
  const storeToken = (seconds: number) =>
    dying.admin('PUT', '/admin/tokens/acme/hubspot/main', {
      access_token,
      expires_at: Math.floor(Date.now() / 1000) + seconds,
    })
  await dying.seed('acme', { hubspot: access_token })
  await storeToken(60)
  const account = { tenant_id: 'acme', provider: 'hubspot', account_id: 'main' }
  await dying.admin('POST', '/admin/seed-oauth', { ...account, ...auth.seedFor(refresh_token) })
  await storeToken(-60)
  dying.child.kill('SIGUSR2')
  await expect.poll(() => dying.output.stdout).toContain('armed')
  await expect(dying.call('acme', 'hubspot', searchFor('ada@example.com'))).rejects.toThrow()
  await dying.exited
  expect(auth.requests.length > 0).toBe(steps.indexOf(step) >= steps.indexOf('after the response'))

  const next = await startServerProcess({ env, dataDir, adminKey })
  onTestFinished(() => next.stop())
  const { status, body } = await next.call('acme', 'hubspot', searchFor('ada@example.com'))
  const { state } = (await next.admin('GET', '/admin/tokens/acme/hubspot/main')).body
  return { nextCall: `${status} ${body.code ?? ''}`.trim(), state }
}

// A lease that nobody holds any more is waited out.
const timeout = 60_000

test.each(steps)(
  'after kill -9 %s the next call works, or the account says that it needs re-authorization',
  {
    timeout,
  },
  async (step) => {
    const [strict, graceful] = await Promise.all([crash(step, false), crash(step, true)])
    // Nobody has the token that was given: the one window in which it can get lost.
    const isLost = lossy.has(step)
    expect(graceful).toMatchObject({ nextCall: '200', state: 'valid' })
    if (isLost) expect(strict).toMatchObject({ nextCall: '401 TOKEN_EXPIRED', state: 'needs_reauth' })
    else expect(strict).toMatchObject({ nextCall: '200', state: 'valid' })
  },
)
