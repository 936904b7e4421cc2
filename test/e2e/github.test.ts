import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway } from '../gateway.ts'
import { startGithub } from '../providers/github.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const github = startGithub()
const hello = github.seed('octo', 'hello', {
  issues: Array.from({ length: 260 }, (_, n) => ({ title: `Old ${n + 1}` })),
  files: { 'docs/guide.md': '# Grüße\n', 'README.md': 'Hello' },
})
hello.branches.set('fix', { files: new Map([['README.md', 'Hello!']]), commits: [] })
hello.branches.set('more', { files: new Map(), commits: [] })
hello.runs.push({
  ...{ id: 30433642, workflow: 'ci.yml', head_branch: 'main', head_sha: 'abc', event: 'push', status: 'completed' },
  inputs: {},
})
const small = github.seed('octo', 'small')
github.repositories.formerly.set('octo/old', small.id)

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({ env: { PROVIDER_ORIGINS: JSON.stringify({ github: github.origin }) } })
  await server.seed('acme', { github: 'github-access-token' })
  await server.seed('reader', { github: 'github-read-token' })
})
afterAll(async () => {
  await Promise.all([server.stop(), github.stop()])
})

const repository = { owner: 'octo', repo: 'hello' }
const call = (action: string, params: object = {}, tenant = 'acme') =>
  server.call(tenant, 'github', { action, ...params })

/** What an action's call makes of the requests that the fake has seen. */
const sentBy = async (work: () => Promise<{ status: number }>): Promise<string[]> => {
  const before = github.requests.length
  await work()
  return github.requests.slice(before).map(({ url }) => url)
}

/** In this order: later ones work on what earlier ones made. */
const actions: { name: string; params?: object; status?: number; data: unknown }[] = [
  { name: 'get_user', data: { login: 'octocat' } },
  { name: 'get_user', params: { username: 'octocat' }, data: { id: 1 } },
  { name: 'get_rate_limit', data: { rate: { limit: 100_000 } } },
  { name: 'list_repositories', data: [{ full_name: 'octo/hello' }, { full_name: 'octo/small' }] },
  { name: 'list_repositories', params: { org: 'nobody' }, data: [] },
  { name: 'get_repository', params: repository, data: { full_name: 'octo/hello' } },
  { name: 'search_repositories', params: { query: 'small' }, data: { total_count: 1 } },
  {
    name: 'create_issue',
    params: { ...repository, title: 'Crash', body: 'It does', labels: ['bug'], assignees: ['octocat'], milestone: 3 },
    status: 201,
    data: { number: 261, body: 'It does', labels: [{ name: 'bug' }], milestone: { number: 3 } },
  },
  {
    name: 'update_issue',
    params: { ...repository, issue_number: 261, title: 'Crash on start', milestone: null },
    data: { number: 261, title: 'Crash on start', milestone: null, body: 'It does' },
  },
  {
    name: 'add_labels',
    params: { ...repository, issue_number: 261, labels: ['ui'] },
    data: [{ name: 'bug' }, { name: 'ui' }],
  },
  {
    name: 'create_comment',
    params: { ...repository, issue_number: 261, body: 'Me too' },
    status: 201,
    data: { body: 'Me too' },
  },
  { name: 'list_comments', params: { ...repository, issue_number: 261 }, data: [{ body: 'Me too' }] },
  { name: 'get_issue', params: { ...repository, issue_number: 261 }, data: { comments: 1, state: 'open' } },
  {
    name: 'list_issues',
    params: { ...repository, labels: ['bug', 'ui'], sort: 'updated' },
    data: [{ number: 261 }],
  },
  {
    name: 'search_issues',
    params: { query: 'crash repo:octo/hello is:issue', sort: 'created', direction: 'asc' },
    data: { total_count: 1, incomplete_results: false, items: [{ number: 261 }] },
  },
  {
    name: 'create_pull_request',
    params: { ...repository, title: 'Fix the crash', head: 'fix', base: 'main' },
    status: 201,
    data: { number: 262, state: 'open' },
  },
  {
    name: 'update_pull_request',
    params: { ...repository, pull_number: 262, body: 'It greets louder' },
    data: { number: 262, body: 'It greets louder' },
  },
  { name: 'list_pull_requests', params: { ...repository, head: 'octo:fix' }, data: [{ number: 262 }] },
  { name: 'list_pull_requests', params: { ...repository, head: 'more' }, data: [] },
  { name: 'get_pull_request', params: { ...repository, pull_number: 262 }, data: { mergeable: true, merged: false } },
  {
    name: 'list_pull_request_files',
    params: { ...repository, pull_number: 262 },
    data: [{ filename: 'README.md', status: 'modified' }],
  },
  {
    name: 'merge_pull_request',
    params: { ...repository, pull_number: 262, merge_method: 'squash' },
    data: { merged: true },
  },
  {
    name: 'get_contents',
    params: { ...repository, path: 'docs/guide.md' },
    data: { path: 'docs/guide.md', content: '# Grüße\n', encoding: 'utf-8' },
  },
  { name: 'get_contents', params: { ...repository, path: 'docs' }, data: [{ path: 'docs/guide.md', type: 'file' }] },
  {
    name: 'get_tree',
    params: { ...repository, ref: 'main', recursive: true },
    data: { tree: [{ path: 'docs/guide.md' }, { path: 'README.md' }] },
  },
  {
    name: 'write_file',
    params: { ...repository, path: 'docs/new.md', content: 'Größe', message: 'Say how large' },
    status: 201,
    data: { content: { path: 'docs/new.md', size: 7 }, commit: { message: 'Say how large' } },
  },
  {
    name: 'list_commits',
    params: { ...repository, path: 'docs/new.md' },
    data: [{ commit: { message: 'Say how large' } }],
  },
  { name: 'search_code', params: { query: 'Größe repo:octo/hello' }, data: { items: [{ path: 'docs/new.md' }] } },
  { name: 'dispatch_workflow', params: { ...repository, workflow: 'ci.yml', ref: 'main' }, data: null },
  {
    name: 'list_workflow_runs',
    params: { ...repository, workflow: 'ci.yml', status: 'queued' },
    data: { total_count: 1, workflow_runs: [{ event: 'workflow_dispatch', head_branch: 'main' }] },
  },
  { name: 'get_workflow_run', params: { ...repository, run_id: 30433642 }, data: { status: 'completed' } },
]

describe('each action does at GitHub what it says', () => {
  test.each(actions)('$name', async ({ name, params, status = 200, data }) => {
    const answer = await call(name, params)
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status,
      body: { success: true, status, data },
    })
    const [sent] = github.requests.slice(-1)
    expect(sent?.headers).toMatchObject({
      ...{
        authorization: 'Bearer github-access-token',
        'x-github-api-version': '2022-11-28',
        'user-agent': 'patchbay',
      },
      accept: 'application/vnd.github+json, application/json',
    })
  })

  test('none is left out', async () => {
    const { body } = await call('no_such_action')
    for (const { name } of actions) expect(body.error).toContain(name)
    expect(new Set(actions.map(({ name }) => name)).size).toBe(27)
  })
})

test("250 issues are three pages, followed by GitHub's own links, and page goes on from there", async () => {
  const all = { ...repository, state: 'all' }
  const urls = await sentBy(async () => {
    const answer = await call('list_issues', { ...all, limit: 250, result_fields: ['number'] })
    expect(answer.body.data).toEqual(Array.from({ length: 250 }, (_, n) => ({ number: 262 - n })))
    return answer
  })
  expect(urls).toEqual([
    '/repos/octo/hello/issues?state=all&per_page=100',
    `/repositories/${hello.id}/issues?state=all&per_page=100&page=2`,
    `/repositories/${hello.id}/issues?state=all&per_page=100&page=3`,
  ])
  const rest = await call('list_issues', { ...all, limit: 100, page: 3, result_fields: ['number'] })
  expect(rest.body.data).toEqual(Array.from({ length: 62 }, (_, n) => ({ number: 62 - n })))
})

test('the pages of a search are joined under items', async () => {
  const { body } = await call('search_issues', { query: 'old', limit: 150, result_fields: ['number'] })
  expect(body.data).toMatchObject({ total_count: 260, incomplete_results: false })
  expect(body.data.items).toHaveLength(150)
})

test('a read is kept, until something is written to the account', async () => {
  const read = async () => (await call('get_issue', { ...repository, issue_number: 1 })).body
  expect([(await read()).cache, (await read()).cache]).toEqual(['MISS', 'HIT'])
  await call('update_issue', { ...repository, issue_number: 1, state: 'closed' })
  expect(await read()).toMatchObject({ cache: 'MISS', data: { state: 'closed' } })
})

test('a repository that was renamed is read where it is now, but not written', async () => {
  const old = { owner: 'octo', repo: 'old' }
  expect((await call('get_repository', old)).body.data).toMatchObject({ full_name: 'octo/small' })
  expect((await call('create_issue', { ...old, title: 'x' })).body).toMatchObject({
    status: 502,
    code: 'UPSTREAM_ERROR',
  })
  expect(small.issues).toEqual([])
})

describe("GitHub's errors come with their status, words and body", () => {
  const pull = { ...repository, title: 'More', base: 'main' }
  const refusals: [what: string, action: string, params: object, status: number, words: string, details: object][] = [
    ['what is not there', 'get_issue', { ...repository, issue_number: 999 }, 404, 'Not Found', { status: '404' }],
    [
      'a branch that is not there',
      'create_pull_request',
      { ...pull, head: 'none' },
      422,
      'Validation Failed (PullRequest.head: invalid)',
      { errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] },
    ],
    ['a merge twice', 'merge_pull_request', { ...repository, pull_number: 262 }, 405, 'not mergeable', {}],
    [
      'a file that has another content',
      'write_file',
      { ...repository, path: 'README.md', content: '', message: 'm', blob_sha: 'stale' },
      409,
      'README.md does not match stale',
      { documentation_url: 'https://docs.github.com/rest' },
    ],
    ['too far in a search', 'search_issues', { query: 'old', limit: 100, page: 11 }, 422, 'first 1000', {}],
  ]
  test.each(refusals)('%s', async (_what, action, params, status, words, details) => {
    const { body } = await call(action, params)
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status, details })
    expect(body.error).toContain(words)
    expect(body).not.toHaveProperty('retry_after')
  })

  test('a missing permission is 403 and sent once: it is no rate limit', async () => {
    const urls = await sentBy(async () => {
      const answer = await call('update_issue', { ...repository, issue_number: 2, state: 'closed' }, 'reader')
      expect(answer.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 403 })
      expect(answer.body.error).toContain('Resource not accessible by personal access token')
      expect(answer.body).not.toHaveProperty('retry_after')
      return answer
    })
    expect(urls).toHaveLength(1)
  })

  test('a credential that GitHub does not take is 401', async () => {
    await server.seed('stranger', { github: 'not-a-token-of-github' })
    const { body } = await call('get_user', {}, 'stranger')
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 401, details: { message: 'Bad credentials' } })
  })
})

describe('rate limits', () => {
  test.each([403, 429])('a read gets over a secondary limit sent as %i', async (status) => {
    github.failNext(status, { headers: { 'retry-after': '0' } })
    github.failNext(502)
    const urls = await sentBy(() => call('get_pull_request', { ...repository, pull_number: 262 }))
    expect(urls).toHaveLength(3)
  })

  test('a secondary limit that does not say when asks for a minute, which no call waits for', async () => {
    github.failNext(403)
    const urls = await sentBy(async () => {
      const answer = await call('get_pull_request', { ...repository, pull_number: 262 })
      expect(answer.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 403, retry_after: 60 })
      expect(answer.headers.get('retry-after')).toBe('60')
      return answer
    })
    expect(urls).toHaveLength(1)
  })

  test('an issue is not created twice, whatever failed', async () => {
    for (const status of [403, 429, 502]) {
      const before = small.issues.length
      github.failNext(status, { executed: true, headers: { 'retry-after': '0' } })
      const answer = await call('create_issue', { owner: 'octo', repo: 'small', title: `After ${status}` })
      expect([answer.status, small.issues.length]).toEqual([status, before + 1])
    }
  })

  /** A gateway before a GitHub that lets one request through in each window. */
  const within = async (windowSeconds: number, work: (ask: typeof call) => Promise<void>): Promise<void> => {
    const limited = startGithub({ perWindow: 1, windowSeconds })
    limited.seed('octo', 'hello')
    const gateway = await startTestGateway({ env: { PROVIDER_ORIGINS: JSON.stringify({ github: limited.origin }) } })
    try {
      await gateway.seed('acme', { github: 'github-access-token' })
      await work((action, params) => gateway.call('acme', 'github', { action, ...params }))
    } finally {
      await Promise.all([gateway.stop(), limited.stop()])
    }
  }

  test('a used-up window is told with the time until it resets, to reads and writes', async () => {
    await within(1200, async (ask) => {
      expect((await ask('create_issue', { ...repository, title: 'One' })).status).toBe(201)
      for (const answer of [await ask('create_issue', { ...repository, title: 'Two' }), await ask('get_user')]) {
        expect(answer.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 403 })
        expect(answer.body.error).toContain('API rate limit exceeded')
        expect(answer.body.retry_after).toBeGreaterThan(1100)
        // GitHub's clock, in whole seconds, may stand one behind.
        expect(answer.body.retry_after).toBeLessThanOrEqual(1202)
      }
      expect((await ask('get_rate_limit')).body.data.rate).toMatchObject({ remaining: 0 })
    })
  })

  test('a read waits for a window that resets in time', async () => {
    await within(1, async (ask) => {
      expect((await ask('get_user')).status).toBe(200)
      expect((await ask('get_repository', repository)).status).toBe(200)
    })
  })
})
