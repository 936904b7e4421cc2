import { action, invalid, path, write } from '@patchbay/core/provider'
import { parameters, repository } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.github.com/en/rest/issues/labels#add-labels-to-an-issue */
export const addLabels = action({
  description: 'Add labels to an issue or pull request; those that it has stay',
  effect: write({ idempotent: true }),
  params: { ...repository, issue_number: parameters.issue_number, labels: parameters.labels },
  call: ({ owner, repo, issue_number, labels }) => {
    // GitHub's page says of an empty list that it removes all labels.
    if (labels.length === 0) throw invalid('/labels', 'must name a label to add')
    return { method: 'POST', path: path`/repos/${owner}/${repo}/issues/${issue_number}/labels`, body: { labels } }
  },
  result: responses.labels,
})
