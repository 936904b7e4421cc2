import { oauth2, provider } from '@patchbay/core/provider'
import { addLabels } from './actions/add-labels.ts'
import { createComment } from './actions/create-comment.ts'
import { createIssue } from './actions/create-issue.ts'
import { createPullRequest } from './actions/create-pull-request.ts'
import { dispatchWorkflow } from './actions/dispatch-workflow.ts'
import { getContents } from './actions/get-contents.ts'
import { getIssue } from './actions/get-issue.ts'
import { getPullRequest } from './actions/get-pull-request.ts'
import { getRateLimit } from './actions/get-rate-limit.ts'
import { getRepository } from './actions/get-repository.ts'
import { getTree } from './actions/get-tree.ts'
import { getUser } from './actions/get-user.ts'
import { getWorkflowRun } from './actions/get-workflow-run.ts'
import { listComments } from './actions/list-comments.ts'
import { listCommits } from './actions/list-commits.ts'
import { listIssues } from './actions/list-issues.ts'
import { listPullRequestFiles } from './actions/list-pull-request-files.ts'
import { listPullRequests } from './actions/list-pull-requests.ts'
import { listRepositories } from './actions/list-repositories.ts'
import { listWorkflowRuns } from './actions/list-workflow-runs.ts'
import { mergePullRequest } from './actions/merge-pull-request.ts'
import { searchCode } from './actions/search-code.ts'
import { searchIssues } from './actions/search-issues.ts'
import { searchRepositories } from './actions/search-repositories.ts'
import { updateIssue } from './actions/update-issue.ts'
import { updatePullRequest } from './actions/update-pull-request.ts'
import { writeFile } from './actions/write-file.ts'
import { failure } from './failure.ts'

/** GitHub's REST API: https://docs.github.com/en/rest */
export default provider({
  id: 'github',
  title: 'GitHub',
  origin: 'https://api.github.com',
  /**
   * A personal, app installation or OAuth token is a bearer token alike. Only a GitHub App's user tokens are refreshed:
   * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
   */
  auth: oauth2({
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    scopes: ['repo', 'workflow', 'read:org', 'read:user'],
    rotates: true,
  }),
  headers: {
    /** GitHub's own type, and the one by which its OpenAPI document calls the same. */
    Accept: 'application/vnd.github+json, application/json',
    /** https://docs.github.com/en/rest/about-the-rest-api/api-versions */
    'X-GitHub-Api-Version': '2022-11-28',
  },
  arrays: 'comma',
  /** Works with every kind of token, and costs nothing of the limit that it reads. */
  probe: { action: 'get_rate_limit', params: {} },
  actions: {
    list_repositories: listRepositories,
    get_repository: getRepository,
    search_repositories: searchRepositories,
    list_issues: listIssues,
    get_issue: getIssue,
    create_issue: createIssue,
    update_issue: updateIssue,
    add_labels: addLabels,
    list_comments: listComments,
    create_comment: createComment,
    search_issues: searchIssues,
    list_pull_requests: listPullRequests,
    get_pull_request: getPullRequest,
    list_pull_request_files: listPullRequestFiles,
    create_pull_request: createPullRequest,
    update_pull_request: updatePullRequest,
    merge_pull_request: mergePullRequest,
    get_contents: getContents,
    get_tree: getTree,
    write_file: writeFile,
    list_commits: listCommits,
    search_code: searchCode,
    list_workflow_runs: listWorkflowRuns,
    get_workflow_run: getWorkflowRun,
    dispatch_workflow: dispatchWorkflow,
    get_user: getUser,
    get_rate_limit: getRateLimit,
  },
  failure,
})
