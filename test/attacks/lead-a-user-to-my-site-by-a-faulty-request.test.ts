/** RFC 9700, section 4.11.2: anybody can register a client, so a redirect URI that fits says nothing about its site. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent } from '../oauth/agent.ts'
import { allow, decide, openConsent, paste, wayBack } from '../oauth/user.ts'

const phishing = 'https://mallory.example/looks-like-the-gateway'

let stage: Stage
let agent: Agent
let mallory: string
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  agent = createAgent(stage.url)
  mallory = await agent.register({ client_name: 'Mallory <b>', redirect_uris: [phishing] })
})
afterAll(() => stage.stop())

const authorizeUrl = (changes: Readonly<Record<string, string | undefined>>) =>
  agent.authorizeUrl(mallory, { redirect_uri: phishing, ...changes }).url

const faults: [fault: string, changes: Record<string, string | undefined>, error: string][] = [
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: undefined }, 'invalid_request'],
  ['no code challenge', { code_challenge: undefined }, 'invalid_request'],
  ['a plain code challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a resource that is not ours', { resource: 'https://other.example/' }, 'invalid_target'],
]
test.each(faults)(
  'a request with %s is a page that says what is wrong, with a link back',
  async (_fault, changes, error) => {
    const page = await openConsent(authorizeUrl(changes))
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('refresh')).toBeNull()
    expect(page.text).not.toMatch(/<form|<script|http-equiv/i)
    expect(page.text).toContain('<strong>mallory.example</strong>')
    const { origin, pathname, searchParams } = wayBack(page)
    expect(origin + pathname).toBe(phishing)
    expect(Object.fromEntries(searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/\w/),
      state: 'the-state',
      iss: stage.url,
    })
  },
)

test('a form that another site sends by itself, faulty or not, leads nowhere either', async () => {
  for (const changes of [{}, { response_type: 'token' }]) {
    const fields = Object.fromEntries(authorizeUrl(changes).searchParams)
    const { headers, status } = await decide(stage.url, { cookie: '', fields }, { decision: 'refuse' })
    expect([status >= 400, headers.get('location')]).toEqual([true, null])
  }
})

test('a state that is HTML stays within the link', async () => {
  const state = `"><script>alert(1)</script>`
  const page = await openConsent(authorizeUrl({ response_type: 'token', state }))
  expect(page.text).not.toContain('<script')
  expect(page.text).not.toContain('Mallory <b>')
  expect(wayBack(page).searchParams.get('state')).toBe(state)
})

test('after a person has decided the browser goes back by itself', async () => {
  const page = await openConsent(authorizeUrl({}))
  const refused = await decide(stage.url, page, { decision: 'refuse' })
  const allowed = await allow(stage.url, await paste(stage.url, page, tokenOf('acme')))
  for (const { status, headers } of [refused, allowed]) {
    expect(status).toBe(303)
    expect(headers.get('location')).toMatch(`${phishing}?`)
  }
})
