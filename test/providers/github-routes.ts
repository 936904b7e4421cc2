import { notFound } from './github-error.ts'
import { fileRoutes } from './github-files.ts'
import { issueRoutes } from './github-issues.ts'
import { pageOf } from './github-paging.ts'
import { pullRoutes } from './github-pulls.ts'
import { type Repositories, type Repository, shownRepository } from './github-repositories.ts'
import { type Answered, type Asked, list, ok } from './github-route.ts'
import { search } from './github-search.ts'
import { workflowRoutes } from './github-workflows.ts'

export interface Sent {
  readonly status: number
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

const octocat = { login: 'octocat', id: 1, type: 'User' }

/** The part of GitHub's API that the plugin uses. */
export const createGithubRoutes = (repositories: Repositories, rate: () => unknown) => {
  const routes = [
    ...issueRoutes(repositories),
    ...pullRoutes(repositories),
    ...fileRoutes,
    ...workflowRoutes(repositories),
  ]

  const below = (repository: Repository, method: string, rest: string, asked: Asked): Answered => {
    if (rest === '' && method === 'GET') return ok(shownRepository(repository))
    for (const route of routes) {
      const [matched, ...segments] = (route.method === method && route.path.exec(rest)) || []
      if (matched !== undefined) return route.run(repository, asked, ...segments.map(decodeURIComponent))
    }
    throw notFound()
  }

  const elsewhere = (method: string, path: string, asked: Asked): Answered => {
    const [, first = '', second = '', third] = path.split('/')
    const shown = (owner?: string) =>
      list(repositories.all.filter((each) => owner === undefined || each.owner === owner).map(shownRepository))
    if (method !== 'GET') throw notFound()
    if (path === '/rate_limit') return ok({ resources: { core: rate() }, rate: rate() })
    if (path === '/user') return ok(octocat)
    if (path === '/user/repos') return shown()
    if (first === 'orgs' && third === 'repos') return shown(second)
    if (first === 'users' && second === octocat.login) return ok(octocat)
    const found = first === 'search' ? search(repositories, second, asked) : undefined
    if (!found) throw notFound()
    return found
  }

  /** A page's links lead to `path`. */
  const sentOf = ({ status, body, list }: Answered, url: URL, path: string): Sent => {
    if (!list) return { status, body, headers: {} }
    const { page, link } = pageOf(list.items, url, path)
    const whole = list.name ? { total_count: list.items.length, ...Object(body), [list.name]: page } : page
    return { status, body: whole, headers: link === undefined ? {} : { link } }
  }

  return (method: string, asked: Asked): Sent => {
    const { url } = asked
    const byName = /^\/repos\/([^/]+)\/([^/]+)(.*)$/.exec(url.pathname)
    const byId = /^\/repositories\/(\d+)(.*)$/.exec(url.pathname)
    if (!byName && !byId) return sentOf(elsewhere(method, url.pathname, asked), url, url.pathname)
    const [, owner = '', name = ''] = byName ?? []
    const former = repositories.formerly.get(`${owner}/${name}`)
    const rest = byName?.[3] ?? byId?.[2] ?? ''
    if (former !== undefined) {
      // https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
      const location = new URL(`/repositories/${former}${rest}${url.search}`, url).href
      return {
        status: method === 'GET' ? 301 : 307,
        body: { message: 'Moved Permanently', url: location },
        headers: { location },
      }
    }
    const repository = byName ? repositories.find(owner, name) : repositories.byId(Number(byId?.[1]))
    return sentOf(below(repository, method, rest, asked), url, `/repositories/${repository.id}${rest}`)
  }
}
