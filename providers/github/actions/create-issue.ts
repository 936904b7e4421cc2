import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/issues#create-an-issue */
export const createIssue = action({
  description:
    'Create an issue; labels, assignees and milestone need push access, without it GitHub drops them silently',
  effect: write(),
  params: {
    ...repository,
    title: parameters.title,
    body: Type.Optional(parameters.body),
    labels: Type.Optional(parameters.labels),
    assignees: Type.Optional(parameters.assignees),
    milestone: Type.Optional(parameters.milestone),
  },
  call: ({ owner, repo, ...body }) => ({ method: 'POST', path: path`/repos/${owner}/${repo}/issues`, body }),
  result: responses.numbered,
})
