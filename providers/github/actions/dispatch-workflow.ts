import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'

/**
 * Answers 204; the run shows in the list of runs a moment later.
 * https://docs.github.com/en/rest/actions/workflows#create-a-workflow-dispatch-event
 */
export const dispatchWorkflow = action({
  description: 'Start a workflow that has a workflow_dispatch trigger',
  effect: write(),
  params: {
    ...repository,
    workflow: parameters.workflow,
    ref: parameters.ref,
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 65_535 }), {
        maxProperties: 25,
        description: 'Inputs of the workflow by name',
      }),
    ),
  },
  call: ({ owner, repo, workflow, ...body }) => ({
    method: 'POST',
    path: path`/repos/${owner}/${repo}/actions/workflows/${workflow}/dispatches`,
    body,
  }),
})
