import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { bodySchema } from '../../core/schema/body.ts'
import answers from './fixtures/answers.json' with { type: 'json' }
import errors from './fixtures/errors.json' with { type: 'json' }
import github from './index.ts'

type Name = keyof typeof github.actions

const repository = { owner: 'octocat', repo: 'Hello-World' }
const issue = { ...repository, issue_number: 1347 }
const pull = { ...repository, pull_number: 12 }
const file = { ...repository, path: 'docs/hello world.txt' }
const base = '/repos/octocat/Hello-World'
const contents = `${base}/contents/docs%2Fhello%20world.txt`

const inputs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`input_${index}`, 'x']))

const call = (name: Name, params: unknown) => github.actions[name].request(params as never, { settings: {} })
const accepts = (name: Name, params: object) =>
  Value.Check(bodySchema(name, github.actions[name]), { action: name, ...params })
/** As it is sent: without what is undefined. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

const get = (path: string, query?: object) => ({ method: 'GET', path, ...(query && { query }) })

const calls: [Name, object, object][] = [
  ['list_repositories', {}, get('/user/repos')],
  [
    'list_repositories',
    { org: 'octo-org', type: 'private', limit: 5 },
    get('/orgs/octo-org/repos', { type: 'private', per_page: 5 }),
  ],
  ['get_repository', repository, get(base)],
  [
    'search_repositories',
    { query: 'tetris', sort: 'stars', direction: 'asc', page: 2 },
    get('/search/repositories', { q: 'tetris', sort: 'stars', order: 'asc', page: 2 }),
  ],
  ['list_issues', repository, get(`${base}/issues`)],
  [
    'list_issues',
    { ...repository, state: 'all', labels: ['bug', 'ui'], since: '2026-01-31T00:00:00Z', limit: 250 },
    get(`${base}/issues`, { state: 'all', labels: ['bug', 'ui'], since: '2026-01-31T00:00:00Z', per_page: 250 }),
  ],
  ['get_issue', issue, get(`${base}/issues/1347`)],
  [
    'create_issue',
    { ...repository, title: 'Found a bug', labels: ['bug'], milestone: null },
    { method: 'POST', path: `${base}/issues`, body: { title: 'Found a bug', labels: ['bug'], milestone: null } },
  ],
  [
    'update_issue',
    { ...issue, state: 'closed', state_reason: 'not_planned', labels: [] },
    {
      method: 'PATCH',
      path: `${base}/issues/1347`,
      body: { state: 'closed', state_reason: 'not_planned', labels: [] },
    },
  ],
  [
    'update_issue',
    { ...issue, state: 'closed', state_reason: 'duplicate' },
    { method: 'PATCH', path: `${base}/issues/1347`, body: { state: 'closed', state_reason: 'duplicate' } },
  ],
  [
    'add_labels',
    { ...issue, labels: ['bug'] },
    { method: 'POST', path: `${base}/issues/1347/labels`, body: { labels: ['bug'] } },
  ],
  ['list_comments', { ...issue, page: 2 }, get(`${base}/issues/1347/comments`, { page: 2 })],
  [
    'create_comment',
    { ...issue, body: 'Me too' },
    { method: 'POST', path: `${base}/issues/1347/comments`, body: { body: 'Me too' } },
  ],
  ['search_issues', { query: 'is:issue bug' }, get('/search/issues', { q: 'is:issue bug' })],
  ['list_pull_requests', { ...repository, head: 'mona:fix' }, get(`${base}/pulls`, { head: 'mona:fix' })],
  ['list_pull_requests', { ...repository, head: 'fix' }, get(`${base}/pulls`, { head: 'octocat:fix' })],
  ['get_pull_request', pull, get(`${base}/pulls/12`)],
  ['list_pull_request_files', { ...pull, limit: 200 }, get(`${base}/pulls/12/files`, { per_page: 200 })],
  [
    'create_pull_request',
    { ...repository, title: 'Fix', head: 'fix', base: 'main', draft: true },
    { method: 'POST', path: `${base}/pulls`, body: { title: 'Fix', head: 'fix', base: 'main', draft: true } },
  ],
  [
    'update_pull_request',
    { ...pull, title: 'Fix it' },
    { method: 'PATCH', path: `${base}/pulls/12`, body: { title: 'Fix it' } },
  ],
  [
    'merge_pull_request',
    { ...pull, merge_method: 'squash', head_sha: '6dcb09b' },
    { method: 'PUT', path: `${base}/pulls/12/merge`, body: { merge_method: 'squash', sha: '6dcb09b' } },
  ],
  ['get_contents', { ...file, ref: 'main' }, get(contents, { ref: 'main' })],
  [
    'get_tree',
    { ...repository, ref: 'feature/a', recursive: true },
    get(`${base}/git/trees/feature%2Fa`, { recursive: '1' }),
  ],
  ['get_tree', { ...repository, ref: 'main', recursive: false }, get(`${base}/git/trees/main`, {})],
  [
    'write_file',
    { ...file, content: 'Grüße', message: 'Greet', blob_sha: '95b966a', branch: 'fix' },
    {
      method: 'PUT',
      path: contents,
      body: { content: 'R3LDvMOfZQ==', message: 'Greet', sha: '95b966a', branch: 'fix' },
    },
  ],
  [
    'list_commits',
    { ...repository, ref: 'fix', path: 'docs/a.md', until: '2026-01-31T00:00:00Z' },
    get(`${base}/commits`, { sha: 'fix', path: 'docs/a.md', until: '2026-01-31T00:00:00Z' }),
  ],
  ['search_code', { query: 'x repo:octocat/a', limit: 5 }, get('/search/code', { q: 'x repo:octocat/a', per_page: 5 })],
  ['list_workflow_runs', { ...repository, status: 'failure' }, get(`${base}/actions/runs`, { status: 'failure' })],
  [
    'list_workflow_runs',
    { ...repository, workflow: 'ci.yml', branch: 'main' },
    get(`${base}/actions/workflows/ci.yml/runs`, { branch: 'main' }),
  ],
  ['get_workflow_run', { ...repository, run_id: 30433642 }, get(`${base}/actions/runs/30433642`)],
  [
    'dispatch_workflow',
    { ...repository, workflow: 'ci.yml', ref: 'main', inputs: { level: 'all' } },
    {
      method: 'POST',
      path: `${base}/actions/workflows/ci.yml/dispatches`,
      body: { ref: 'main', inputs: { level: 'all' } },
    },
  ],
  [
    'dispatch_workflow',
    { ...repository, workflow: 'ci.yml', ref: 'main', inputs: inputs(25) },
    {
      method: 'POST',
      path: `${base}/actions/workflows/ci.yml/dispatches`,
      body: { ref: 'main', inputs: inputs(25) },
    },
  ],
  ['get_user', {}, get('/user')],
  ['get_user', { username: 'octocat' }, get('/users/octocat', {})],
  ['get_user', { username: 'dependabot[bot]' }, get('/users/dependabot%5Bbot%5D', {})],
  ['get_rate_limit', {}, get('/rate_limit')],
]

describe('github', () => {
  it.each(calls)('%s with %j makes exactly this request', (name, params, want) => {
    expect(accepts(name, params)).toBe(true)
    expect(sent(call(name, params))).toEqual(want)
  })

  it('no action is left out of that table', () => {
    expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(Object.keys(github.actions).sort())
  })

  it.each<[Name, object]>([
    ['get_repository', { owner: 'octocat', repo: 'a/b' }],
    ['get_repository', { owner: 'octocat/..', repo: 'a' }],
    ['get_issue', { ...repository, issue_number: 0 }],
    ['list_issues', { ...repository, limit: 1001 }],
    ['list_issues', { ...repository, since: 'yesterday' }],
    ['list_issues', { ...repository, sort: 'stars' }],
    ['update_issue', { ...issue, state: 'all' }],
    ['create_issue', repository],
    ['get_contents', { ...repository, path: '/etc/passwd' }],
    ['get_contents', { ...repository, path: 'a//b' }],
    ['dispatch_workflow', { ...repository, workflow: 'ci.yml', ref: 'main', inputs: { level: 1 } }],
    ['dispatch_workflow', { ...repository, workflow: 'ci.yml', ref: 'main', inputs: inputs(26) }],
    ['get_user', { username: 'dependabot[bot]/repos' }],
    ['search_issues', { query: '' }],
  ])('%s refuses %j', (name, params) => {
    expect(accepts(name, params)).toBe(false)
  })

  it.each<[Name, object]>([
    ['get_repository', { owner: 'octocat', repo: '..' }],
    ['get_contents', { ...repository, path: '../../user' }],
    ['get_contents', { ...repository, path: 'a/./b' }],
    ['write_file', { ...repository, path: 'a/..', content: '', message: 'm' }],
    ['add_labels', { ...issue, labels: [] }],
  ])('%s refuses %j with a message when it makes the request', (name, params) => {
    expect(() => call(name, params)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })

  it.each<[Name, unknown]>([
    ['list_repositories', [answers.repository]],
    ['get_repository', answers.repository],
    ['search_repositories', answers.foundRepository],
    ['list_issues', [answers.numbered]],
    ['get_issue', answers.numbered],
    ['create_issue', answers.numbered],
    ['update_issue', answers.numbered],
    ['add_labels', answers.labels],
    ['list_comments', [answers.comment]],
    ['create_comment', answers.comment],
    ['search_issues', answers.foundIssue],
    ['list_pull_requests', [answers.numbered]],
    ['get_pull_request', answers.numbered],
    ['list_pull_request_files', [answers.changedFile]],
    ['create_pull_request', answers.numbered],
    ['update_pull_request', answers.numbered],
    ['merge_pull_request', answers.merged],
    ['get_contents', answers.file],
    ['get_contents', answers.folder],
    ['get_tree', answers.tree],
    ['write_file', answers.written],
    ['list_commits', [answers.commit]],
    ['search_code', answers.foundCode],
    ['list_workflow_runs', { total_count: 1, workflow_runs: [answers.run] }],
    ['get_workflow_run', answers.run],
    ['get_user', answers.user],
    ['get_rate_limit', answers.rateLimit],
  ])('the documented answer of %s is one', (name, answer) => {
    const { result } = github.actions[name]
    expect(result).toBeDefined()
    expect(Value.Check(result ?? {}, answer)).toBe(true)
    expect(Value.Check(result ?? {}, errors.notFound)).toBe(false)
  })

  it("reads are kept as long as GitHub's own answers, and what may be tried again is said", () => {
    const effects = Object.entries(github.actions).map(([name, { effect }]) => [
      name,
      effect.kind === 'read' ? effect.ttlMs : effect.idempotent,
    ])
    const others = effects.filter(([, effect]) => effect !== 60_000)
    expect(effects).toHaveLength(27)
    expect(Object.fromEntries(others)).toEqual({
      create_issue: 'never',
      update_issue: 'nature',
      add_labels: 'nature',
      create_comment: 'never',
      get_pull_request: 0,
      create_pull_request: 'never',
      update_pull_request: 'nature',
      merge_pull_request: 'never',
      write_file: 'never',
      list_workflow_runs: 0,
      get_workflow_run: 0,
      dispatch_workflow: 'never',
      get_rate_limit: 0,
    })
  })
})
