// Test lanes: slow

import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { startTestGateway } from '../gateway.ts'
import { createAgent } from '../oauth/agent.ts'
import { type ConsentPage, openConsent } from '../oauth/user.ts'
import { answer, startScripted } from '../providers/scripted.ts'

/** An internal service that the operator has let providers and token endpoints reach. */
const internal = await startScripted(answer(200, { building: true }))
const { port } = new URL(internal.origin)
const allowances = {
  ALLOWED_PRIVATE_HOSTS: `127.0.0.0/8,localhost,internal.localhost:${port}`,
  PROVIDER_ORIGINS: JSON.stringify({ hubspot: internal.origin }),
}
const publicPort = freePort()
const gateway = await startTestGateway({
  env: { ...allowances, PORT: String(publicPort), BASE_URL: 'https://gateway.example.com' },
})
const publicUrl = `http://127.0.0.1:${publicPort}`
const developed = await startTestGateway({ env: allowances })
afterAll(() => Promise.all([gateway.stop(), developed.stop(), internal.stop()]))

const ask = async (url: string, clientId: string): Promise<ConsentPage & { readonly ms: number }> => {
  const begun = performance.now()
  const page = await openConsent(createAgent(url).authorizeUrl(clientId).url)
  return { ...page, ms: performance.now() - begun }
}
/** The part of an answer that could tell a stranger something. */
const told = ({ status, headers, text }: ConsentPage) => {
  const { 'x-request-id': _id, date: _date, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, text }
}

describe('a client id that names an internal service', () => {
  test('has nothing asked of it, whatever the operator allows providers to reach', async () => {
    const ids = ['127.0.0.1', 'localhost', 'internal.localhost'].flatMap((host) => [
      `http://${host}:${port}/jenkins/job/x/build?token=1`,
      `https://${host}:${port}/jenkins/job/x/build?token=1`,
    ])
    const answers = await Promise.all(ids.map((id) => ask(publicUrl, id)))
    expect(internal.requests).toEqual([])
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 400))
  })

  test('gets the same answer as one that does not exist, and no sooner', async () => {
    const ids = [
      'https://nobody.invalid/client.json',
      'https://localhost/client.json',
      'http://127.0.0.1:1/client.json',
      `http://127.0.0.1:${port}/client.json`,
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/client.json',
      'https://[::ffff:a00:1]/client.json',
    ]
    const [first, ...others] = await Promise.all(ids.map((id) => ask(publicUrl, id)))
    for (const other of others) expect(told(other)).toEqual(first && told(first))
    expect(first?.text).toContain('usable client metadata document')
    expect(Math.min(...[first, ...others].map((page) => page?.ms ?? 0))).toBeGreaterThanOrEqual(500)
  })

  test('is asked on a developer’s machine, where BASE_URL is loopback; what it answers stays untold', async () => {
    const answered = await ask(developed.url, `${internal.origin}/client.json`)
    expect(internal.requests.map(({ url }) => url)).toEqual(['/client.json'])
    expect(told(answered)).toEqual(told(await ask(developed.url, 'http://127.0.0.1:1/client.json')))
  })
})
