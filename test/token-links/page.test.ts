// Test lanes: both-stores

/** A person who opens a link and gets a token of their own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStage } from '../e2e/stage.ts'

let stage: Awaited<ReturnType<typeof startStage>>
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com' })
})
afterAll(() => stage.stop())

const make = async (more: object = {}) => {
  const answer = await stage.admin('POST', '/admin/token-links', { tenant_id: 'acme', ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const open = async (url: string) => {
  const answer = await fetch(url)
  const text = await answer.text()
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    cookie,
    proof: /name="proof" value="(\w+)"/.exec(text)?.[1],
  }
}

const press = async (url: string, { cookie, proof = '' }: { cookie: string; proof?: string | undefined }) => {
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ proof }) })
  const text = await answer.text()
  return { status: answer.status, text, token: /<code>(pb_[\w-]{43})<\/code>/.exec(text)?.[1] }
}

describe('a link for a token', () => {
  test('shows what the token may do, gives it once, and the token does that and nothing else', async () => {
    const rules = { allow: ['hubspot:read'], deny: ['hubspot:list_owners'], ask: ['hubspot:secret'] }
    const expires_at = Math.floor(Date.now() / 1000) + 86_400
    const { url } = await make({ label: 'Ada, in Claude', ...rules, expires_at })
    await fetch(url, { method: 'HEAD' })
    const page = await open(url)
    expect(page.status).toBe(200)
    expect(page.text).toContain('acme')
    const rows = [...page.text.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(([, name, value = '']) => [
      name,
      value.replaceAll(/<[^>]+>/g, ''),
    ])
    expect(Object.fromEntries(rows)).toEqual({
      'Made for': 'Ada, in Claude',
      'May do': 'look things up, without changing anything, at hubspot hubspot:read',
      'May never do': 'use the action list_owners, at hubspot hubspot:list_owners',
      'Asks a person first':
        'get keys, tokens and passwords, which work without this gateway, at hubspot hubspot:secret',
      Ends: new Date(expires_at * 1000).toISOString(),
    })
    expect(page.headers.get('cache-control')).toContain('no-store')

    const { token, text } = await press(url, page)
    expect(text).toContain(`${stage.url}/mcp?tools=effects`)
    const call = (body: object) => stage.call('acme', 'hubspot', body, { token: token ?? '' })
    expect(await call({ action: 'list', object_type: 'contacts' })).toMatchObject({ status: 200 })
    const write = { action: 'create', object_type: 'contacts', properties: { email: 'eve@example.com' } }
    expect((await call(write)).body.code).toBe('FORBIDDEN')

    expect((await open(url)).status).toBe(404)
    expect(await press(url, page)).toMatchObject({ status: 404, token: undefined })
  })

  test('of two who press the button at once, one gets a token', async () => {
    const { url } = await make()
    const pages = await Promise.all([open(url), open(url)])
    const answers = await Promise.all(pages.map((page) => press(url, page)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('is not used up by a form of another site, or without the cookie', async () => {
    const { url } = await make()
    const page = await open(url)
    expect(await press(url, { cookie: '', proof: page.proof })).toMatchObject({ status: 403, token: undefined })
    expect(await press(url, { cookie: page.cookie })).toMatchObject({ status: 403, token: undefined })
    expect((await press(url, page)).token).toBeDefined()
  })

  test('that an administrator ends, or whose tenant goes, gives nothing; a wrong one says the same', async () => {
    await stage.ready('globex')
    const ended = await make()
    const orphan = await make({ tenant_id: 'globex' })
    const pages = [await open(ended.url), await open(orphan.url)]
    expect((await stage.admin('DELETE', `/admin/token-links/acme/${ended.link_id}`)).status).toBe(204)
    expect((await stage.admin('DELETE', '/admin/tenants/globex')).status).toBe(204)
    const wrong = `${stage.url}/token/${'x'.repeat(43)}`
    const texts = new Set<string>()
    for (const [n, url] of [ended.url, orphan.url, wrong].entries()) {
      const answer = await press(url, pages[n] ?? { cookie: '' })
      expect(answer.status).toBe(404)
      texts.add(answer.text)
      expect((await open(url)).status).toBe(404)
    }
    expect(texts.size).toBe(1)
  })

  test('leaves the secret and the token in no list and in no entry of the log', async () => {
    const { url, link_id } = await make({ label: 'Kim' })
    const secret = url.split('/').at(-1)
    expect((await stage.admin('GET', '/admin/token-links/acme')).body.links).toContainEqual(
      expect.objectContaining({ link_id, token: expect.objectContaining({ label: 'Kim' }) }),
    )
    const { token } = await press(url, await open(url))
    const { body, text } = await stage.admin('GET', '/admin/audit?tenant=acme&limit=20')
    expect(body.entries.map(({ action }: { action: string }) => action)).toContain('use_token_link')
    const lists = await stage.admin('GET', '/admin/auth/acme')
    for (const said of [text, lists.text]) {
      expect(said).not.toContain(secret)
      expect(said).not.toContain(token)
    }
  })
})

describe('POST /admin/token-links', () => {
  test.each([
    [{ tenant_id: 'nobody' }, 404, 'TENANT_NOT_FOUND'],
    [{ tenant_id: 'acme', expires_in: 59 }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'acme', expires_in: 8 * 86_400 }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'acme', token: 'acme-token-0123456789' }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'acme', allow: ['hubspott:read'] }, 400, 'VALIDATION_ERROR'],
  ])('%j is %i %s', async (body, status, code) => {
    expect(await stage.admin('POST', '/admin/token-links', body)).toMatchObject({ status, body: { code } })
  })

  test('without a key is refused, and so is a link that is not there', async () => {
    expect((await stage.send('POST', '/admin/token-links', {}, { tenant_id: 'acme' })).status).toBe(401)
    expect((await stage.send('GET', '/admin/token-links/acme', {})).status).toBe(401)
    expect((await stage.send('DELETE', '/admin/token-links/acme/0123456789ab', {})).status).toBe(401)
    expect((await stage.admin('DELETE', '/admin/token-links/acme/0123456789ab')).status).toBe(404)
  })
})
