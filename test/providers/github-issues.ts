import { GithubError, invalid, notFound } from './github-error.ts'
import type { Issue, Repositories, Repository } from './github-repositories.ts'
import { type Asked, list, ok, type Route, textsIn } from './github-route.ts'

/** The answer's form of an issue; that of a pull request has more. */
export const shownIssue = (repository: Repository, { comments, pull, ...issue }: Issue) => ({
  ...issue,
  labels: issue.labels.map((name, index) => ({ id: index + 1, name })),
  assignees: issue.assignees.map((login) => ({ login })),
  milestone: issue.milestone === null ? null : { number: issue.milestone },
  comments: comments.length,
  html_url: `https://github.com/${repository.owner}/${repository.name}/issues/${issue.number}`,
  ...(pull && { pull_request: { merged_at: null } }),
})

export const findIssue = ({ issues }: Repository, number: string): Issue => {
  const found = issues.find((issue) => String(issue.number) === number)
  if (!found) throw notFound()
  return found
}

const titleIn = ({ title }: Asked['body'], resource: string): string => {
  if (typeof title !== 'string' || title.trim() === '') throw invalid(resource, 'title', 'missing_field')
  return title
}

/** Opens an issue, or with `pull` a pull request: they share their numbers. */
export const openIssue = (
  { newId }: Repositories,
  repository: Repository,
  body: Asked['body'],
  pull?: Issue['pull'],
): Issue => {
  const issue = {
    id: newId(),
    number: repository.issues.length + 1,
    title: titleIn(body, pull ? 'PullRequest' : 'Issue'),
    body: typeof body.body === 'string' ? body.body : null,
    state: 'open',
    state_reason: null,
    labels: textsIn(body.labels),
    assignees: textsIn(body.assignees),
    milestone: typeof body.milestone === 'number' ? body.milestone : null,
    comments: [],
    ...(pull && { pull }),
  }
  repository.issues.unshift(issue)
  return issue
}

/** Sets what is given; throws for a title that is none. */
export const changeIssue = (issue: Issue, body: Asked['body']): void => {
  if ('title' in body) issue.title = titleIn(body, 'Issue')
  if (typeof body.body === 'string') issue.body = body.body
  if (typeof body.state === 'string') issue.state = body.state
  if (typeof body.state_reason === 'string') issue.state_reason = body.state_reason
  if (body.labels) issue.labels = textsIn(body.labels)
  if (body.assignees) issue.assignees = textsIn(body.assignees)
  if (body.milestone !== undefined) issue.milestone = body.milestone as number | null
}

const wanted =
  ({ query }: Asked) =>
  (issue: Issue): boolean => {
    const state = query('state') ?? 'open'
    const labels = query('labels')?.split(',') ?? []
    return (state === 'all' || issue.state === state) && labels.every((label) => issue.labels.includes(label))
  }

const one = /^\/issues\/(\d+)$/
const comments = /^\/issues\/(\d+)\/comments$/

/** https://docs.github.com/en/rest/issues */
export const issueRoutes = (repositories: Repositories): Route[] => [
  {
    method: 'GET',
    path: /^\/issues$/,
    run: (repository, asked) =>
      list(repository.issues.filter(wanted(asked)).map((issue) => shownIssue(repository, issue))),
  },
  {
    method: 'POST',
    path: /^\/issues$/,
    run: (repository, { body }) => ok(shownIssue(repository, openIssue(repositories, repository, body)), 201),
  },
  {
    method: 'GET',
    path: one,
    run: (repository, _, number = '') => ok(shownIssue(repository, findIssue(repository, number))),
  },
  {
    method: 'PATCH',
    path: one,
    run: (repository, { body }, number = '') => {
      const issue = findIssue(repository, number)
      changeIssue(issue, body)
      return ok(shownIssue(repository, issue))
    },
  },
  { method: 'GET', path: comments, run: (repository, _, number = '') => list(findIssue(repository, number).comments) },
  {
    method: 'POST',
    path: comments,
    run: (repository, { body }, number = '') => {
      const issue = findIssue(repository, number)
      if (typeof body.body !== 'string') throw new GithubError(422, 'Invalid request.\n\n"body" wasn\'t supplied.')
      const id = repositories.newId()
      const { html_url } = shownIssue(repository, issue)
      const comment = { id, html_url: `${html_url}#issuecomment-${id}`, body: body.body }
      issue.comments.push(comment)
      return ok(comment, 201)
    },
  },
  {
    method: 'POST',
    path: /^\/issues\/(\d+)\/labels$/,
    run: (repository, { body }, number = '') => {
      const issue = findIssue(repository, number)
      issue.labels = [...new Set([...issue.labels, ...textsIn(body.labels)])]
      return ok(shownIssue(repository, issue).labels)
    },
  },
]
