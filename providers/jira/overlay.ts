import { endpoint, imported, offset, optional, origin } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { auth, cloud_id, site } from './auth.ts'
import { jiraClasses } from './document-classes.ts'
import { failure } from './failure.ts'
import * as issues from './issues.ts'
import { noise } from './noise.ts'

const issue = { issue: 'issueIdOrKey' } as const
/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination */
const pages = (items: `/${string}`, max = 100) =>
  offset({ items, into: 'startAt', total: '/total', size: { into: 'maxResults', max } })

/** Jira Cloud, version 3 of its API: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro */
export default imported<Document>()({
  id: 'jira',
  title: 'Jira',
  origin: {
    ...origin`https://${'site'}.atlassian.net`,
    instead: endpoint`https://api.atlassian.com/ex/jira/${'cloud_id'}`,
  },
  settings: optional({ site, cloud_id }),
  /**
   * https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis
   * https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account: tokens with scopes
   * To know: An API token is stored with `auth: token`; without that name it is taken for a token of OAuth.
   */
  auth,
  credentialsPage: 'https://id.atlassian.com/manage-profile/security/api-tokens',
  credentialFields: {
    username: { label: 'E-mail address of your Atlassian account' },
    password: { label: 'API token' },
  },
  probe: { action: 'get_me', params: {}, identity: ['/emailAddress', '/displayName'] },
  is: jiraClasses,
  actions: {
    ...issues,
    get_issue: {
      from: 'get_issue',
      keep: ['fields', 'expand'],
      rename: issue,
      ttl: '30s',
      noise,
      description: 'Get an issue with its fields, status and assignee',
      synonyms: ['ticket', 'bug', 'story', 'details'],
    },
    list_transitions: {
      from: 'list_issue_transitions',
      keep: [],
      rename: issue,
      description: 'List the statuses to which an issue can be moved',
      synonyms: ['workflow', 'next status'],
    },
    list_comments: {
      from: 'get_comments',
      keep: ['orderBy'],
      rename: issue,
      pages: pages('/comments'),
      noise,
      description: 'List the comments on an issue',
      synonyms: ['discussion', 'replies'],
    },
    list_projects: {
      from: 'search_projects',
      keep: ['query', 'keys'],
      pages: pages('/values', 50),
      ttl: '5m',
      noise,
      description: 'List or search projects',
      synonyms: ['boards', 'spaces'],
    },
    list_issue_types: {
      from: 'get_create_issue_meta_issue_types',
      keep: [],
      ttl: '5m',
      rename: { project: 'projectIdOrKey' },
      pages: pages('/issueTypes', 200),
      description: 'List the types of issues of a project: bug, story, task',
      synonyms: ['kinds', 'fields to create'],
    },
    get_fields: {
      from: 'get_fields',
      ttl: '10m',
      description: "List all fields of issues, the site's own among them",
      synonyms: ['custom fields', 'story points'],
    },
    find_users: {
      from: 'find_users',
      keep: ['query', 'accountId', 'maxResults'],
      ttl: '5m',
      description: 'Find users by name or address',
      synonyms: ['people', 'assignee', 'account id', 'colleague'],
    },
    get_me: {
      from: 'get_current_user',
      keep: [],
      ttl: '5m',
      description: 'Get the user that calls are made as',
      synonyms: ['who am i', 'profile', 'account'],
    },
  },
  /** Removed by the vendor: https://developer.atlassian.com/changelog/#CHANGE-2046 */
  hide: [
    'search_for_issues_using_jql',
    'search_for_issues_using_jql_post',
    'search_for_issues_ids',
    'evaluate_jira_expression',
  ],
  /** https://developer.atlassian.com/cloud/jira/platform/rate-limiting: for each endpoint and method. */
  limits: { headers: 'Retry-After', per: 'action' },
  failure,
})
