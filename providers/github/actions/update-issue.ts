import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/issues#update-an-issue */
export const updateIssue = action({
  description: 'Change, close or reopen an issue; labels and assignees replace those that it has',
  effect: write({ idempotent: true }),
  params: {
    ...repository,
    issue_number: parameters.issue_number,
    title: Type.Optional(parameters.title),
    body: Type.Optional(parameters.body),
    state: Type.Optional(parameters.state),
    state_reason: Type.Optional(
      Type.Enum(['completed', 'not_planned', 'duplicate', 'reopened'], { description: 'Why the state changes' }),
    ),
    labels: Type.Optional(parameters.labels),
    assignees: Type.Optional(parameters.assignees),
    milestone: Type.Optional(parameters.milestone),
  },
  call: ({ owner, repo, issue_number, ...body }) => ({
    method: 'PATCH',
    path: path`/repos/${owner}/${repo}/issues/${issue_number}`,
    body,
  }),
  result: responses.numbered,
})
