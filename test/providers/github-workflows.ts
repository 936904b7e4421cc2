import { GithubError, notFound } from './github-error.ts'
import { headOf, type Repositories, type Repository } from './github-repositories.ts'
import { type Asked, list, ok, type Route } from './github-route.ts'

const runsOf = ({ runs }: Repository, { query }: Asked, workflow?: string) => {
  const wanted = { workflow, head_branch: query('branch'), event: query('event'), status: query('status') }
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  return list(
    runs.filter((run) => names.every((name) => wanted[name] === undefined || run[name] === wanted[name])),
    'workflow_runs',
  )
}

const known = ({ workflows }: Repository, workflow: string): string => {
  if (!workflows.includes(workflow)) throw notFound()
  return workflow
}

/** https://docs.github.com/en/rest/actions */
export const workflowRoutes = (repositories: Repositories): Route[] => [
  { method: 'GET', path: /^\/actions\/runs$/, run: (repository, asked) => runsOf(repository, asked) },
  {
    method: 'GET',
    path: /^\/actions\/runs\/(\d+)$/,
    run: ({ runs }, _, id) => {
      const run = runs.find((each) => String(each.id) === id)
      if (!run) throw notFound()
      return ok(run)
    },
  },
  {
    method: 'GET',
    path: /^\/actions\/workflows\/([^/]+)\/runs$/,
    run: (repository, asked, workflow = '') => runsOf(repository, asked, known(repository, workflow)),
  },
  {
    method: 'POST',
    path: /^\/actions\/workflows\/([^/]+)\/dispatches$/,
    run: (repository, { body: { ref, inputs } }, name = '') => {
      const workflow = known(repository, name)
      const branch = repository.branches.get(String(ref))
      if (!branch) throw new GithubError(422, `No ref found for: ${ref}`)
      const [head_branch, head_sha] = [String(ref), headOf(branch)]
      const id = repositories.newId()
      repository.runs.unshift({
        id,
        workflow,
        head_branch,
        head_sha,
        event: 'workflow_dispatch',
        status: 'queued',
        inputs,
      })
      return { status: 204 }
    },
  },
]
