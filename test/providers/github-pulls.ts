import { GithubError, invalid, notFound } from './github-error.ts'
import { changeIssue, findIssue, openIssue, shownIssue } from './github-issues.ts'
import { headOf, type Issue, type Pull, type Repositories, type Repository, shaOf } from './github-repositories.ts'
import { list, ok, type Route } from './github-route.ts'

type PullRequest = Issue & { readonly pull: Pull }

const isPull = (issue: Issue): issue is PullRequest => issue.pull !== undefined

const findPull = (repository: Repository, number: string): PullRequest => {
  const found = findIssue(repository, number)
  if (!isPull(found)) throw notFound()
  return found
}

const shownPull = (repository: Repository, issue: PullRequest) => {
  const { head, base, draft, merged } = issue.pull
  const end = (ref: string) => ({ ref, sha: headOf(repository.branches.get(ref)) })
  return { ...shownIssue(repository, issue), draft, merged, mergeable: !draft, head: end(head), base: end(base) }
}

/** What differs between a pull request's branches. */
const changedFiles = ({ branches }: Repository, { head, base }: Pull) => {
  const before = branches.get(base)?.files
  return [...(branches.get(head)?.files ?? [])]
    .filter(([path, text]) => before?.get(path) !== text)
    .map(([filename, text]) => ({ filename, sha: shaOf(text), status: before?.has(filename) ? 'modified' : 'added' }))
}

const merge = (repository: Repository, issue: PullRequest, sha: unknown) => {
  const { pull } = issue
  const head = headOf(repository.branches.get(pull.head))
  if (pull.merged || pull.draft || issue.state !== 'open') throw new GithubError(405, 'Pull Request is not mergeable')
  if (sha !== undefined && sha !== head) {
    throw new GithubError(409, 'Head branch was modified. Review and try the merge again.')
  }
  const base = repository.branches.get(pull.base)
  for (const [path, text] of repository.branches.get(pull.head)?.files ?? []) base?.files.set(path, text)
  pull.merged = true
  issue.state = 'closed'
  return { sha: head, merged: true, message: 'Pull Request successfully merged' }
}

const one = /^\/pulls\/(\d+)$/

/** https://docs.github.com/en/rest/pulls */
export const pullRoutes = (repositories: Repositories): Route[] => [
  {
    method: 'GET',
    path: /^\/pulls$/,
    run: (repository, { query }) => {
      // A head without its owner doesn't filter: https://github.com/PyGithub/PyGithub/issues/1566
      const [state, head, base] = [query('state') ?? 'open', query('head')?.split(':')[1], query('base')]
      const pulls = repository.issues.filter(isPull).filter((issue) => state === 'all' || issue.state === state)
      const between = pulls.filter(
        ({ pull }) => [pull.head, undefined].includes(head) && (base ?? pull.base) === pull.base,
      )
      return list(between.map((issue) => shownPull(repository, issue)))
    },
  },
  {
    method: 'POST',
    path: /^\/pulls$/,
    run: (repository, { body }) => {
      const [head, base] = [String(body.head), String(body.base)]
      for (const [field, branch] of Object.entries({ head, base })) {
        if (!repository.branches.has(branch)) throw invalid('PullRequest', field, 'invalid')
      }
      if (repository.issues.some(({ pull, state }) => pull?.head === head && state === 'open')) {
        const message = `A pull request already exists for ${repository.owner}:${head}.`
        throw new GithubError(422, 'Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }])
      }
      const pull = { head, base, draft: body.draft === true, merged: false }
      const { number } = openIssue(repositories, repository, body, pull)
      return ok(shownPull(repository, findPull(repository, String(number))), 201)
    },
  },
  {
    method: 'GET',
    path: one,
    run: (repository, _, number = '') => ok(shownPull(repository, findPull(repository, number))),
  },
  {
    method: 'PATCH',
    path: one,
    run: (repository, { body }, number = '') => {
      const issue = findPull(repository, number)
      changeIssue(issue, body)
      if (typeof body.base === 'string') issue.pull.base = body.base
      return ok(shownPull(repository, issue))
    },
  },
  {
    method: 'GET',
    path: /^\/pulls\/(\d+)\/files$/,
    run: (repository, _, number = '') => list(changedFiles(repository, findPull(repository, number).pull)),
  },
  {
    method: 'PUT',
    path: /^\/pulls\/(\d+)\/merge$/,
    run: (repository, { body }, number = '') => ok(merge(repository, findPull(repository, number), body.sha)),
  },
]
