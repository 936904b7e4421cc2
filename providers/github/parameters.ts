import { invalid, Type } from '@patchbay/core/provider'

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const number = (description: string) => Type.Integer({ minimum: 1, description })

const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-01-31T00:00:00Z'] })

/** Parameters that several actions take: one name has one type in all of them. */
export const parameters = {
  owner: Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    maxLength: 100,
    description: 'User or organization that owns the repository',
  }),
  repo: Type.String({
    pattern: '^[A-Za-z0-9._-]+$',
    maxLength: 100,
    description: 'Name of the repository, without its owner',
  }),
  issue_number: number('Number of the issue; a pull request is an issue too'),
  pull_number: number('Number of the pull request'),
  run_id: number('Id of the workflow run'),
  title: text(256, 'The title'),
  body: Type.String({ maxLength: 65_536, description: 'The text, in GitHub Flavored Markdown' }),
  labels: Type.Array(text(100, 'Name of a label'), { maxItems: 100, description: 'Names of labels' }),
  assignees: Type.Array(text(100, 'A login'), {
    maxItems: 10,
    description: 'Logins of the users who are to work on it',
  }),
  milestone: Type.Union([number('Number of the milestone'), Type.Null()], {
    description: 'Number of the milestone; null: none',
  }),
  state: Type.Enum(['open', 'closed'], { description: 'The state to put it in' }),
  wanted_state: Type.Enum(['open', 'closed', 'all'], { description: 'Only those in this state; left out: open' }),
  head: text(255, 'The branch with the changes; user:branch for one of a fork'),
  base: text(255, 'The branch that the changes go into'),
  head_sha: text(64, 'SHA of the head commit'),
  ref: text(255, 'A branch, tag or commit SHA; where it may be left out: the default branch'),
  path: Type.String({
    pattern: '^[^/]+(/[^/]+)*$',
    maxLength: 4096,
    description: 'Path of a file or folder, without a slash at its begin or end',
  }),
  workflow: text(255, "Name of the workflow's file, e.g. ci.yml, or its id"),
  query: text(1000, 'Words and qualifiers, e.g. "crash repo:octo-org/octo-repo is:issue is:open"'),
  since: moment('Only what was changed after this time, in ISO 8601'),
  until: moment('Only what was changed before this time, in ISO 8601'),
  direction: Type.Enum(['asc', 'desc'], { description: 'The order' }),
}

/** What every action on a repository takes. */
export const repository = { owner: parameters.owner, repo: parameters.repo }

/** A file's path, of which no part leads out of the repository. Throws VALIDATION_ERROR. */
export const checkedPath = (given: string): string => {
  if (!given.split('/').some((part) => part === '.' || part === '..')) return given
  throw invalid('/path', 'must not have "." or ".." as a part')
}
