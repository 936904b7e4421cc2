import { createFaults } from './faults.ts'
import { errorOf, GithubError } from './github-error.ts'
import { commitFile } from './github-files.ts'
import { openIssue } from './github-issues.ts'
import { createGithubLimits } from './github-limits.ts'
import { createRepositories, type Repository } from './github-repositories.ts'
import { createGithubRoutes } from './github-routes.ts'
import { type Recorded, record } from './recorded.ts'

/** The one that https://docs.github.com/en/rest/about-the-rest-api/api-versions lists for all that is used here. */
const version = '2022-11-28'

const parse = (body: string): Readonly<Record<string, unknown>> => {
  if (body === '') return {}
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    throw new GithubError(400, 'Problems parsing JSON')
  }
  throw new GithubError(400, 'Body should be a JSON object')
}

/**
 * A GitHub account's repositories on loopback, in memory. `tokens` are the tokens it takes, `readTokens` may not write;
 * `perWindow` requests are allowed in each `windowSeconds`.
 */
export const startGithub = ({
  tokens = ['github-access-token'],
  readTokens = ['github-read-token'],
  perWindow = 100_000,
  windowSeconds = 3600,
}: {
  tokens?: string[]
  readTokens?: string[]
  perWindow?: number
  windowSeconds?: number
} = {}) => {
  const repositories = createRepositories()
  const requests: Recorded[] = []
  const faults = createFaults()
  const limits = createGithubLimits(perWindow, windowSeconds)
  const route = createGithubRoutes(repositories, limits.rate)

  const check = ({ method, headers }: Recorded): void => {
    if (!headers['user-agent']) throw new GithubError(403, 'Request forbidden by administrative rules.')
    const asked = headers['x-github-api-version']
    if (asked !== undefined && asked !== version) throw new GithubError(400, `${asked} is no supported API version`)
    const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
    if (token === '') throw new GithubError(401, 'Requires authentication')
    if (!['bearer', 'token'].includes(scheme.toLowerCase()) || ![...tokens, ...readTokens].includes(token)) {
      throw new GithubError(401, 'Bad credentials')
    }
    if (method !== 'GET' && readTokens.includes(token)) {
      throw new GithubError(403, 'Resource not accessible by personal access token')
    }
  }

  const handle = (asked: Recorded, origin: string) => {
    check(asked)
    const url = new URL(asked.url, origin)
    if (url.pathname !== '/rate_limit') limits.spend()
    const query = (name: string) => url.searchParams.get(name) ?? undefined
    return route(asked.method, { url, query, body: parse(asked.body) })
  }

  const answer = (status: number, body: unknown, more: Readonly<Record<string, string>>): Response => {
    const headers = { ...limits.headers(), 'x-github-request-id': crypto.randomUUID(), ...more }
    return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const asked = await record(request)
      requests.push(asked)
      const fault = faults.take()
      try {
        if (fault && !fault.executed) throw errorOf(fault.status)
        const { status, body, headers } = handle(asked, `http://127.0.0.1:${server.port}`)
        if (fault) throw errorOf(fault.status)
        return answer(status, body, headers)
      } catch (error) {
        if (!(error instanceof GithubError)) throw error
        return answer(error.status, error.body(), fault?.headers ?? {})
      }
    },
  })

  return {
    origin: `http://127.0.0.1:${server.port}`,
    tokens,
    requests,
    repositories,
    failNext: faults.failNext,
    /** Puts a repository there without a request; the last of `issues` is the newest. */
    seed: (
      owner: string,
      name: string,
      { issues = [], files = {} }: { issues?: readonly object[]; files?: Readonly<Record<string, string>> } = {},
    ): Repository => {
      const repository = repositories.add(owner, name)
      for (const issue of issues) openIssue(repositories, repository, { ...issue })
      const main = repository.branches.get('main')
      for (const [path, text] of Object.entries(files)) if (main) commitFile(main, path, text, `Add ${path}`)
      return repository
    },
    stop: () => server.stop(true),
  }
}
