import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { expect, test } from 'vitest'
import { attemptCookie, newAttempt, readAttempt } from './attempt.ts'

const url = 'https://gateway.example'
const begun = new Date('2026-11-23T12:00:00Z')
const after = (seconds: number): Date => new Date(begun.getTime() + seconds * 1000)
const vault = createVault(parseKeys(makeKey()))
const about = { redirectUri: `${url}/console/oidc/callback`, returnTo: '/console', isRenewal: false, previous: null }

test('an attempt is read for ten minutes from its cookie, which tells nothing of it and fits into 4 KB', async () => {
  const attempt = newAttempt({ ...about, returnTo: `/console/${'x'.repeat(990)}` }, begun)
  const header = await attemptCookie(vault, url, attempt)
  expect(header).toMatch(/^__Host-patchbay-sign-in=.*; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
  expect(header.length).toBeLessThan(4096)
  for (const secret of [attempt.state, attempt.nonce, attempt.verifier]) expect(header).not.toContain(secret)
  const headers = new Headers({ cookie: header.split(';')[0] ?? '' })
  expect(await readAttempt(vault, url, headers, after(599))).toEqual(attempt)
  await expect(readAttempt(vault, url, headers, after(600))).rejects.toThrow('more than 10 minutes')
  const others = createVault(parseKeys(makeKey()))
  await expect(readAttempt(others, url, headers, begun)).rejects.toMatchObject({ problem: 'expired' })
})
