/**
 * The classes of the document's writes whose names don't show all of them: in a public repository the world reads comments and
 * branches, and a push starts workflows: https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export const documentClasses = {
  create_gist_comment: ['sends', 'publishes'],
  update_gist_comment: ['sends', 'publishes'],
  create_repo_commit_comment: ['sends', 'publishes'],
  update_repo_commit_comment: ['sends', 'publishes'],
  update_issue_comment: ['sends', 'publishes'],
  create_pull_review_comment: ['sends', 'publishes'],
  update_pull_review_comment: ['sends', 'publishes'],
  create_pull_reply_for_review_comment: ['sends', 'publishes'],
  create_pull_review: ['sends', 'publishes'],
  submit_pull_review: ['sends', 'publishes'],
  update_pull_review: ['sends', 'publishes'],
  request_pull_reviewers: ['sends'],
  add_issue_assignees: [],
  lock_issue: [],
  create_git_ref: ['publishes', 'runs'],
  update_git_ref: ['publishes', 'deletes', 'runs'],
  merge_repo: ['publishes', 'runs'],
  merge_repo_upstream: ['publishes', 'runs'],
  update_pull_branch: ['publishes', 'runs'],
  delete_repo_file: ['publishes', 'deletes', 'runs'],
} as const
