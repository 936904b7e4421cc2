import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

const states = [
  ...['completed', 'action_required', 'cancelled', 'failure', 'neutral', 'skipped', 'stale', 'success', 'timed_out'],
  ...['in_progress', 'queued', 'requested', 'waiting', 'pending'],
]

/**
 * Not cached: who asks waits for a run to begin or end.
 * https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 */
export const listWorkflowRuns = action({
  description: 'List the workflow runs of a repository, or of one workflow, the newest first',
  effect: read(),
  params: {
    ...repository,
    workflow: Type.Optional(parameters.workflow),
    actor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only runs that this login has started' }),
    ),
    branch: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only runs on this branch' })),
    event: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only runs of this event, e.g. push or schedule' }),
    ),
    status: Type.Optional(Type.Enum(states, { description: 'Only runs with this status or conclusion' })),
    head_sha: Type.Optional(parameters.head_sha),
    ...pageParameters,
  },
  call: ({ owner, repo, workflow, limit, ...query }) => ({
    method: 'GET',
    path:
      workflow === undefined
        ? path`/repos/${owner}/${repo}/actions/runs`
        : path`/repos/${owner}/${repo}/actions/workflows/${workflow}/runs`,
    query,
  }),
  result: responses.runs,
  pages: pagesOf('/workflow_runs'),
})
