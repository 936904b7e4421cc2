// Test lanes: long

/** A team's MCP server and its Gitea behind one token that reads, and asks before it writes: as docs/mcp-servers.md has it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../cli/program/run.ts'
import { openTerminal } from '../../cli/terminal/terminal.ts'
import { commands } from '../../server/commands/index.ts'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'
import { startToolServer } from '../upstream-mcp/tool-server.ts'

const text = { type: 'string' }
const team = await startToolServer({
  tools: [
    {
      name: 'find_page',
      description: 'Finds a page',
      inputSchema: { type: 'object', properties: { words: text } },
      annotations: { readOnlyHint: true },
    },
    { name: 'write_page', description: 'Writes a page', inputSchema: { type: 'object', properties: { id: text } } },
  ],
})

/** Gitea's document, as it publishes it: without its own host. */
const swagger = {
  swagger: '2.0',
  info: { title: 'Gitea API', version: '1.22' },
  basePath: '/api/v1',
  produces: ['application/json'],
  consumes: ['application/json'],
  securityDefinitions: {
    AuthorizationHeaderToken: {
      description: 'API tokens must be prepended with "token" followed by a space.',
      type: 'apiKey',
      name: 'Authorization',
      in: 'header',
    },
  },
  security: [{ AuthorizationHeaderToken: [] }],
  paths: {
    '/user/repos': {
      get: {
        operationId: 'userCurrentListRepos',
        summary: 'List the repos',
        responses: { 200: { description: 'Repos' } },
      },
      post: {
        operationId: 'createCurrentUserRepo',
        summary: 'Create a repository',
        parameters: [
          { name: 'body', in: 'body', schema: { type: 'object', properties: { name: text }, required: ['name'] } },
        ],
        responses: { 201: { description: 'Repository' } },
      },
    },
  },
}
const seen: unknown[] = []
const gitea = createServer((request, response) => {
  const { url, method, headers } = request
  if (url !== '/swagger.v1.json') seen.push([method, url, headers.authorization])
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(url === '/swagger.v1.json' ? swagger : [{ name: 'wiki' }]))
})
await new Promise<void>((resolve) => gitea.listen(0, '127.0.0.1', resolve))
const giteaHost = `127.0.0.1:${(gitea.address() as AddressInfo).port}`
const plugins = join(temporaryFolder(), 'plugins')
const env = { ALLOWED_PRIVATE_HOSTS: `${new URL(team.url).host},${giteaHost}`, PLUGINS_DIR: plugins, NO_COLOR: '1' }
for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
afterAll(async () => {
  vi.unstubAllEnvs()
  gitea.close()
  await team.stop()
})

const add = async (...words: string[]) => {
  const shown = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof shown) => ({
    write(said: string) {
      shown[name] += said
      return true
    },
  })
  const terminal = openTerminal({ stdout: stream('stdout'), stderr: stream('stderr'), env } as never)
  const program = { version: '0.0.0', commands, findNearest: async () => undefined }
  return { code: await runCommandLine(program, ['add', ...words, '--yes'], terminal), ...shown }
}

test('both are added, read by one token, and write when somebody said yes', { timeout: 300_000 }, async () => {
  expect(await add(team.url, '--id', 'wiki')).toMatchObject({ code: 0 })
  const added = await add(`http://${giteaHost}/swagger.v1.json`, '--id', 'gitea')
  const [, list] = /"action":"(\w+)"/.exec(added.stdout) ?? []
  const host = 'git.team.internal'
  const PROVIDER_ORIGINS = JSON.stringify({ gitea: `http://${giteaHost}` })
  const gateway = await startServerProcess({ env: { ...env, PROVIDER_ORIGINS, SELF_HOSTED_HOSTS: host } })
  try {
    const accounts = { accounts: [{ id: 'main', label: 'The team' }] }
    const providers = { wiki: accounts, gitea: { accounts: [{ id: 'main', label: 'Git', settings: { host } }] } }
    const tenant = await gateway.admin('PUT', '/admin/tenants/team', { name: 'Team', status: 'active', providers })
    expect(tenant.body).toMatchObject({ id: 'team' })
    const token = 'team-secret-token-1234'
    const made = await gateway.admin('POST', '/admin/auth', { tenant_id: 'team', token, ask: ['*:write'] })
    expect(made.status).toBe(201)
    await gateway.admin('PUT', '/admin/tokens/team/gitea/main', { access_token: 'gitea-token' })
    const call = (provider: string, body: object) => gateway.call('team', provider, body, { token })

    const found = await call('wiki', { action: 'find_page', words: 'tea' })
    expect(found.body).toMatchObject({ data: { words: 'tea' } })
    const repos = await call('gitea', { action: list })
    expect(repos.text).toContain('"data":[{"name":"wiki"}]')
    expect(seen).toEqual([['GET', '/api/v1/user/repos', 'token gitea-token']])

    const before = team.calls().length
    const asked = await call('wiki', { action: 'write_page', id: '7' })
    expect([asked.status, team.calls().length]).toEqual([202, before])
    const { approval_id: id } = asked.body.data
    const { digest } = (await gateway.admin('GET', `/admin/approvals/${id}`)).body
    await gateway.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve', digest })
    await expect.poll(() => team.calls().length).toBe(before + 1)
    expect((await call('gitea', { action: 'create_current_user_repo', name: 'new' })).status).toBe(202)
    expect(seen).toHaveLength(1)
  } finally {
    await gateway.stop()
  }
})
