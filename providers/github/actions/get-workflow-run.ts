import { action, path, read } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** Not cached: who asks waits for its end. https://docs.github.com/en/rest/actions/workflow-runs#get-a-workflow-run */
export const getWorkflowRun = action({
  description: 'Get a workflow run with its status and conclusion',
  effect: read(),
  params: { ...repository, run_id: parameters.run_id },
  call: ({ owner, repo, run_id }) => ({ method: 'GET', path: path`/repos/${owner}/${repo}/actions/runs/${run_id}` }),
  result: responses.run,
})
