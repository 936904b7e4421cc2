import { choice, optional, path, pattern, read, Type } from '@patchbay/core/provider'
import * as github from './parameters.ts'

const { repository, direction, page, ttl, aRepository } = github

/**
 * https://docs.github.com/en/rest/repos/repos#list-organization-repositories and
 * https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export const list_repositories = read('GET /user/repos', {
  description: 'List the repositories of an organization, or all that the credential can access',
  synonyms: ['repos', 'projects'],
  params: {
    ...optional({
      org: pattern('^[A-Za-z0-9_-]+$', 100, "An organization; left out: the credential's own"),
      type: choice(['all', 'public', 'private'], 'Only repositories of this kind'),
      sort: github.sort('created', 'updated', 'pushed', 'full_name'),
      direction,
    }),
    page,
  },
  request: ({ org }) => (org === undefined ? {} : { path: path`/orgs/${org}/repos`, query: { org: undefined } }),
  ...github.declareList(aRepository),
})

/** https://docs.github.com/en/rest/repos/repos#get-a-repository */
export const get_repository = read('GET /repos/{owner}/{repo}', {
  description: 'Get a repository',
  synonyms: ['repo', 'project'],
  ttl,
  params: repository,
  result: aRepository,
})

/** https://docs.github.com/en/rest/search/search#search-repositories */
export const search_repositories = read('GET /search/repositories', {
  description: 'Search repositories',
  synonyms: ['repos', 'projects', 'open source'],
  params: {
    query: github.query,
    ...optional({ direction, sort: github.sort('stars', 'forks', 'help-wanted-issues', 'updated') }),
    page,
  },
  rename: { query: 'q', direction: 'order' },
  ...github.declareSearch(aRepository),
})

/**
 * https://docs.github.com/en/rest/users/users#get-a-user and
 * https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export const get_user = read('GET /user', {
  description: 'Get a user, or the owner of the credential (app installations have none)',
  synonyms: ['account', 'profile', 'who am I', 'login'],
  ttl,
  params: {
    username: optional(
      pattern(
        '^[A-Za-z0-9_-]+(\\[bot\\])?$',
        100,
        "Login of another user than the credential's, or of an app, e.g. dependabot[bot]",
      ),
    ),
  },
  request: ({ username }) =>
    username === undefined ? {} : { path: path`/users/${username}`, query: { username: undefined } },
  result: Type.Object({ id: Type.Integer(), login: Type.String() }),
})

/** https://docs.github.com/en/rest/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user */
export const get_rate_limit = read('GET /rate_limit', {
  description: 'Get the number of requests left and when the limit resets',
  synonyms: ['API quota', 'requests left', 'usage'],
  params: {},
  result: Type.Object({
    rate: Type.Object({ limit: Type.Integer(), remaining: Type.Integer(), reset: Type.Integer() }),
  }),
})
