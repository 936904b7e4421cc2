import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGithub } from './github.ts'

let github: ReturnType<typeof startGithub>
beforeEach(() => {
  github = startGithub()
})
afterEach(() => github.stop())

const base = '/repos/octo/hello'

const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, github.origin), {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${github.tokens[0]}`, 'user-agent': 'test', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
  const answer: any = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body: answer }
}

const titled = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `Issue ${n + 1}` }))

describe('the GitHub fake', () => {
  it('an issue is created, found, changed and closed', async () => {
    github.seed('octo', 'hello')
    const made = await ask('POST', `${base}/issues`, { title: 'Found a bug', labels: ['bug'] })
    expect([made.status, made.body.number, made.body.labels]).toEqual([201, 1, [{ id: 1, name: 'bug' }]])
    await ask('POST', `${base}/issues/1/labels`, { labels: ['bug', 'ui'] })
    await ask('POST', `${base}/issues/1/comments`, { body: 'Me too' })
    const changed = await ask('PATCH', `${base}/issues/1`, { state: 'closed', title: 'Found two bugs' })
    expect(changed.body).toMatchObject({ title: 'Found two bugs', state: 'closed', comments: 1 })
    expect((await ask('GET', `${base}/issues`)).body).toEqual([])
    expect((await ask('GET', `${base}/issues?state=all&labels=bug,ui`)).body).toMatchObject([{ number: 1 }])
    expect((await ask('GET', `${base}/issues/1/comments`)).body).toMatchObject([{ body: 'Me too' }])
  })

  it("a list's Link header leads from page to page, by the repository's id", async () => {
    const { id } = github.seed('octo', 'hello', { issues: titled(5) })
    const first = await ask('GET', `${base}/issues?per_page=2&state=all`)
    const to = (page: number) => `<${github.origin}/repositories/${id}/issues?per_page=2&state=all&page=${page}>`
    expect(first.headers.get('link')).toBe(`${to(2)}; rel="next", ${to(3)}; rel="last"`)
    const last = await ask('GET', to(3).slice(1, -1))
    expect(last.body).toMatchObject([{ number: 1 }])
    expect(last.headers.get('link')).toBe(`${to(1)}; rel="first", ${to(2)}; rel="prev"`)
  })

  it('a page has 30 items, and 100 at most', async () => {
    github.seed('octo', 'hello', { issues: titled(101) })
    expect((await ask('GET', `${base}/issues`)).body).toHaveLength(30)
    expect((await ask('GET', `${base}/issues?per_page=500`)).body).toHaveLength(100)
  })

  it('a pull request is opened, merged once, and brings its files', async () => {
    const { branches } = github.seed('octo', 'hello', { files: { 'a.txt': 'a' } })
    branches.set('fix', { files: new Map([['a.txt', 'b']]), commits: [] })
    const pull = { title: 'Fix', head: 'fix', base: 'main' }
    expect((await ask('POST', `${base}/pulls`, pull)).body).toMatchObject({ number: 1, mergeable: true })
    const twice = await ask('POST', `${base}/pulls`, pull)
    expect([twice.status, twice.body.errors[0].message]).toEqual([422, 'A pull request already exists for octo:fix.'])
    expect((await ask('GET', `${base}/pulls/1/files`)).body).toMatchObject([{ filename: 'a.txt', status: 'modified' }])
    expect((await ask('PUT', `${base}/pulls/1/merge`, { sha: 'another' })).status).toBe(409)
    expect((await ask('PUT', `${base}/pulls/1/merge`, {})).body.merged).toBe(true)
    expect((await ask('PUT', `${base}/pulls/1/merge`, {})).status).toBe(405)
    expect((await ask('GET', `${base}/contents/a.txt`)).body).toMatchObject({ type: 'file', content: 'Yg==\n' })
  })

  it('a file is written, and replaced only by who knows what is there', async () => {
    github.seed('octo', 'hello')
    const write = (content: string, sha?: string) =>
      ask('PUT', `${base}/contents/docs%2Fa.md`, { message: 'm', content: btoa(content), sha })
    const made = await write('one')
    expect([made.status, made.body.content.path]).toEqual([201, 'docs/a.md'])
    expect((await write('two')).status).toBe(422)
    expect((await write('two', 'wrong')).status).toBe(409)
    expect((await write('two', made.body.content.sha)).status).toBe(200)
    expect((await ask('GET', `${base}/contents/docs`)).body).toMatchObject([{ type: 'file', name: 'a.md' }])
    expect((await ask('GET', `${base}/git/trees/main?recursive=1`)).body.tree).toMatchObject([{ path: 'docs/a.md' }])
    expect((await ask('GET', `${base}/commits?path=docs/a.md`)).body).toHaveLength(2)
  })

  it('a workflow is started on a branch and shows among the runs', async () => {
    github.seed('octo', 'hello')
    const path = `${base}/actions/workflows/ci.yml`
    expect((await ask('POST', `${path}/dispatches`, { ref: 'main' })).status).toBe(204)
    const runs = await ask('GET', `${path}/runs?branch=main`)
    expect(runs.body).toMatchObject({ total_count: 1, workflow_runs: [{ event: 'workflow_dispatch' }] })
    expect((await ask('POST', `${path}/dispatches`, { ref: 'nowhere' })).body.message).toBe('No ref found for: nowhere')
  })

  it('a search finds by words and qualifiers', async () => {
    github.seed('octo', 'hello', { issues: [{ title: 'Crash on start', labels: ['bug'] }, { title: 'Typo' }] })
    github.seed('octo', 'other', { issues: [{ title: 'Crash' }] })
    const search = (query: string) => ask('GET', `/search/issues?q=${encodeURIComponent(query)}`)
    expect((await search('crash')).body).toMatchObject({ total_count: 2, incomplete_results: false })
    expect((await search('crash repo:octo/hello label:bug is:open')).body.items).toMatchObject([{ number: 1 }])
  })

  it('a renamed repository is answered with a redirect to its id', async () => {
    const { id } = github.seed('octo', 'hello')
    github.repositories.formerly.set('octo/old', id)
    const { status, headers } = await ask('GET', '/repos/octo/old/issues?state=all')
    expect([status, headers.get('location')]).toEqual([301, `${github.origin}/repositories/${id}/issues?state=all`])
  })

  const refusals: [string, string, unknown, Record<string, string>, number, string][] = [
    ['GET', '/repos/octo/none', undefined, {}, 404, 'Not Found'],
    ['GET', `${base}/issues/9`, undefined, {}, 404, 'Not Found'],
    ['DELETE', base, undefined, {}, 404, 'Not Found'],
    ['POST', `${base}/issues`, {}, {}, 422, 'Validation Failed'],
    ['POST', `${base}/issues`, '{', {}, 400, 'Problems parsing JSON'],
    ['POST', `${base}/issues`, '[]', {}, 400, 'Body should be a JSON object'],
    ['POST', `${base}/pulls`, { title: 'x', head: 'none', base: 'main' }, {}, 422, 'Validation Failed'],
    ['GET', '/search/issues', undefined, {}, 422, 'Validation Failed'],
    ['GET', '/search/issues?q=a&per_page=100&page=11', undefined, {}, 422, 'Only the first 1000 search'],
    ['GET', base, undefined, { authorization: '' }, 401, 'Requires authentication'],
    ['GET', base, undefined, { authorization: 'Bearer wrong' }, 401, 'Bad credentials'],
    ['GET', base, undefined, { 'user-agent': '' }, 403, 'Request forbidden by administrative rules'],
    ['GET', base, undefined, { 'x-github-api-version': '2020-01-01' }, 400, '2020-01-01 is no supported'],
    ['POST', `${base}/issues`, { title: 'x' }, { authorization: 'Bearer github-read-token' }, 403, 'Resource not'],
  ]
  it.each(refusals)('%s %s with %j and %j is %i', async (method, path, body, headers, status, message) => {
    github.seed('octo', 'hello')
    const answer = await ask(method, path, body, headers)
    expect([answer.status, answer.body.status]).toEqual([status, String(status)])
    expect(answer.body.message).toContain(message)
    expect(github.repositories.all[0]?.issues).toEqual([])
  })

  it('the requests of the window are counted down, then 403; reading the limit costs nothing', async () => {
    await github.stop()
    github = startGithub({ perWindow: 1 })
    expect((await ask('GET', '/user')).headers.get('x-ratelimit-remaining')).toBe('0')
    const { status, body, headers } = await ask('GET', '/user')
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([403, '0'])
    expect(body.message).toContain('API rate limit exceeded')
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000)
    expect((await ask('GET', '/rate_limit')).body.rate).toMatchObject({ limit: 1, remaining: 0, used: 1 })
  })

  it('it fails when told to, with or without the effect', async () => {
    const { issues } = github.seed('octo', 'hello')
    github.failNext(403, { headers: { 'retry-after': '2' } })
    github.failNext(502, { executed: true })
    const limited = await ask('POST', `${base}/issues`, { title: 'x' })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([403, '2'])
    expect(limited.body.message).toContain('secondary rate limit')
    expect(issues).toHaveLength(0)
    expect((await ask('POST', `${base}/issues`, { title: 'x' })).status).toBe(502)
    expect(issues).toHaveLength(1)
    expect(github.requests).toHaveLength(2)
  })
})
