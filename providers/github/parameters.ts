import { choice, integer, link, list, optional, type Pointer, pattern, Type, text } from '@patchbay/core/provider'

/** The parameters of every action on a repository. */
export const repository = {
  owner: pattern('^[A-Za-z0-9_-]+$', 100, 'User or organization that owns the repository'),
  repo: pattern('^[A-Za-z0-9._-]+$', 100, 'Name of the repository, without its owner'),
}

export const issue_number = integer('Number of the issue; a pull request is an issue too')
export const pull_number = integer('Number of the pull request')
export const title = text(256, 'The title')
export const body = Type.String({ maxLength: 65_536, description: 'The text, in GitHub Flavored Markdown' })
export const labels = list(text(100, 'Name of a label'), { max: 100, description: 'Names of labels' })
export const state = choice(['open', 'closed'], 'The state to put it in')
export const wantedState = choice(['open', 'closed', 'all'], 'Only items in this state; default: open')
export const head = text(255, 'The branch with the changes; user:branch for one of a fork')
export const base = text(255, 'The branch that the changes go into')
export const head_sha = text(64, 'SHA of the head commit')
export const ref = text(255, 'Branch, tag or commit SHA; defaults to the default branch where it is optional')
export const query = text(1000, 'Words and qualifiers, e.g. "crash repo:octo-org/octo-repo is:issue is:open"')
export const direction = choice(['asc', 'desc'], 'The order')
export const sort = (...by: string[]) => choice(by, 'What to sort by')

const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T00:00:00Z'] })
export const since = moment('Only items changed after this time (ISO 8601)')
export const until = moment('Only items changed before this time (ISO 8601)')

/** The age that GitHub itself lets a private cache reach: `Cache-Control: private, max-age=60`. */
export const ttl = '60s'

/** The pages of every list: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export const page = optional(integer('Page number, from 1. Pages have `limit` items (at most 100).'))
export const declarePages = (items: Pointer) => link({ items, size: { into: 'per_page', max: 100 } })
const foundResult = (item: Type.TSchema) =>
  Type.Object({ total_count: Type.Integer(), incomplete_results: Type.Boolean(), items: Type.Array(item) })

/** Half of an answer is links to the API, of users above all, which a model can't follow. */
export const noise = {
  members: [
    ...['node_id', 'gravatar_id', 'avatar_url', 'followers_url', 'following_url', 'gists_url', 'starred_url'],
    ...['subscriptions_url', 'organizations_url', 'repos_url', 'events_url', 'received_events_url', 'labels_url'],
    ...['comments_url', 'repository_url', 'timeline_url', 'user_view_type', 'keys_url', 'collaborators_url'],
    ...['teams_url', 'hooks_url', 'issue_events_url', 'assignees_url', 'branches_url', 'tags_url', 'blobs_url'],
    ...['git_tags_url', 'git_refs_url', 'trees_url', 'statuses_url', 'languages_url', 'stargazers_url'],
    ...['contributors_url', 'subscribers_url', 'subscription_url', 'commits_url', 'git_commits_url'],
    ...['issue_comment_url', 'contents_url', 'compare_url', 'merges_url', 'archive_url', 'downloads_url'],
    ...[
      'issues_url',
      'pulls_url',
      'milestones_url',
      'notifications_url',
      'releases_url',
      'deployments_url',
      'forks_url',
    ],
    ...['review_comments_url', 'review_comment_url', '_links'],
  ],
  empty: true,
} as const

/** The members of lists, and those of searches. */
export const declareList = (item: Type.TSchema) =>
  ({ ttl, noise, result: Type.Array(item), pages: declarePages('') }) as const
export const declareSearch = (item: Type.TSchema) =>
  ({ ttl, noise, result: foundResult(item), pages: declarePages('/items') }) as const

/** The parameters of the reads that look for a write's effect. */
export const sameRepository = {
  owner: ({ owner }: { readonly owner: string }) => owner,
  repo: ({ repo }: { readonly repo: string }) => repo,
}
export const listed100 = { items: '', made: '/created_at', most: 100 } as const

/** The members that every answer of GitHub's has; others pass unchanged. */
export const aRepository = Type.Object({ id: Type.Integer(), full_name: Type.String() })
export const aCommit = Type.Object({ sha: Type.String() })
/** An issue or a pull request. */
export const numbered = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  title: Type.String(),
  state: Type.String(),
})
