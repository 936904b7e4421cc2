import { choice, integer, optional, path, read, record, Type, text, write } from '@patchbay/core/provider'
import * as github from './parameters.ts'

const { repository, page, declarePages } = github

const workflow = text(255, "Name of the workflow's file, e.g. ci.yml, or its id")
const run = Type.Object({ id: Type.Integer(), head_sha: Type.String() })
const states = [
  'completed',
  'action_required',
  'cancelled',
  'failure',
  'neutral',
  'skipped',
  'stale',
  'success',
  'timed_out',
  'in_progress',
  'queued',
  'requested',
  'waiting',
  'pending',
]

/**
 * Not cached: who asks waits for a run to begin or end.
 * https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 */
export const list_workflow_runs = read('GET /repos/{owner}/{repo}/actions/runs', {
  description: 'List the workflow runs of a repository, or of one workflow, the newest first',
  synonyms: ['CI', 'builds', 'jobs', 'passed', 'failed', 'GitHub Actions'],
  params: {
    ...repository,
    ...optional({
      workflow,
      actor: text(100, 'Only runs that this login has started'),
      branch: text(255, 'Only runs on this branch'),
      event: text(100, 'Only runs of this event, e.g. push or schedule'),
      status: choice(states, 'Only runs with this status or conclusion'),
      head_sha: github.head_sha,
    }),
    page,
  },
  request: ({ owner, repo, workflow: file }) =>
    file === undefined
      ? {}
      : { path: path`/repos/${owner}/${repo}/actions/workflows/${file}/runs`, query: { workflow: undefined } },
  result: Type.Object({ total_count: Type.Integer(), workflow_runs: Type.Array(run) }),
  pages: declarePages('/workflow_runs'),
})

/** Not cached: who asks waits for its end. https://docs.github.com/en/rest/actions/workflow-runs#get-a-workflow-run */
export const get_workflow_run = read('GET /repos/{owner}/{repo}/actions/runs/{run_id}', {
  description: 'Get a workflow run with its status and conclusion',
  synonyms: ['CI', 'build', 'job', 'passed', 'failed', 'GitHub Actions'],
  params: { ...repository, run_id: integer('Id of the workflow run') },
  result: run,
})

/**
 * Answers 204; the run shows in the list of runs a moment later.
 * https://docs.github.com/en/rest/actions/workflows#create-a-workflow-dispatch-event
 */
export const dispatch_workflow = write('POST /repos/{owner}/{repo}/actions/workflows/{workflow}/dispatches', {
  description: 'Start a workflow that has a workflow_dispatch trigger',
  answers: Type.Null(),
  synonyms: ['run', 'trigger', 'CI', 'build', 'deploy', 'GitHub Actions'],
  is: ['runs'],
  roles: { destination: ['/owner', '/repo'] },
  params: {
    ...repository,
    workflow,
    ref: github.ref,
    inputs: optional(
      record(Type.String({ maxLength: 65_535 }), { max: 25, description: 'Inputs of the workflow by name' }),
    ),
  },
})
