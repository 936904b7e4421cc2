import {
  at,
  choice,
  clearable,
  holds,
  integer,
  invalid,
  list,
  madeSince,
  optional,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as github from './parameters.ts'

const { repository, issue_number, title, body, labels, since, direction, page, ttl, numbered } = github

const assignees = list(text(100, 'A login'), { max: 10, description: 'Logins of the users who are to work on it' })
const milestone = clearable(integer('Number of the milestone'))
const aComment = Type.Object({ id: Type.Integer(), html_url: Type.String() })

/** https://docs.github.com/en/rest/issues/issues#list-repository-issues */
export const list_issues = read('GET /repos/{owner}/{repo}/issues', {
  description: 'List the issues of a repository; pull requests are among them, with a member pull_request',
  synonyms: ['tickets', 'bugs', 'tasks', 'backlog', 'todo'],
  params: {
    ...repository,
    ...optional({
      state: github.wantedState,
      labels,
      assignee: text(100, 'Login of the assignee; none: unassigned, *: anyone'),
      creator: text(100, 'Only issues that this login has created'),
      since,
      sort: github.sort('created', 'updated', 'comments'),
      direction,
    }),
    page,
  },
  ...github.declareList(numbered),
})

/** https://docs.github.com/en/rest/issues/issues#get-an-issue */
export const get_issue = read('GET /repos/{owner}/{repo}/issues/{issue_number}', {
  description: 'Get an issue; for a pull request its issue part',
  synonyms: ['ticket', 'bug', 'task'],
  ttl,
  params: { ...repository, issue_number },
  result: numbered,
  noise: github.noise,
})

/** https://docs.github.com/en/rest/issues/issues#create-an-issue */
export const create_issue = write('POST /repos/{owner}/{repo}/issues', {
  description:
    'Create an issue; labels, assignees and milestone need push access, without it GitHub drops them silently',
  synonyms: ['bug report', 'ticket', 'task', 'feature request', 'assign', 'file'],
  is: ['sends', 'publishes'],
  roles: {
    recipient: ['/assignees'],
    destination: ['/owner', '/repo'],
    text: ['/title', '/body'],
    derives: ['recipient'],
  },
  additive: true,
  params: { ...repository, title, ...optional({ body, labels, assignees, milestone }) },
  result: numbered,
  confirm: {
    read: list_issues,
    params: {
      ...github.sameRepository,
      state: 'all',
      since: (_params, since) => since.toISOString(),
      sort: 'created',
      direction: 'desc',
      limit: 100,
    },
    // Pull requests are among the issues.
    shows: madeSince({
      ...github.listed100,
      like: ({ title, body }) => ({ title, body, pull_request: null }),
      atLeast: ({ title }) => ({ title }),
    }),
  },
  noise: github.noise,
  leadsTo: { action: 'get_issue', parameters: { issue_number: '/number' } },
})

/** https://docs.github.com/en/rest/issues/issues#update-an-issue */
export const update_issue = write('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
  description: 'Change, close or reopen an issue; labels and assignees replace the existing ones',
  synonyms: ['ticket', 'bug', 'task', 'assign', 'edit', 'reopen'],
  is: ['sends', 'publishes'],
  roles: { recipient: ['/assignees'], destination: ['/owner', '/repo'], text: ['/title', '/body'] },
  idempotent: true,
  params: {
    ...repository,
    issue_number,
    ...optional({
      title,
      body: clearable(body),
      state: github.state,
      state_reason: clearable(choice(['completed', 'not_planned', 'duplicate', 'reopened'], 'Why the state changes')),
      labels,
      assignees,
      milestone,
    }),
  },
  result: numbered,
  confirm: {
    read: get_issue,
    params: { ...github.sameRepository, issue_number: ({ issue_number }) => issue_number },
    when: ({ milestone }) => milestone === undefined,
    shows: holds(
      ({ title, body, state, state_reason, labels, assignees }) => ({
        title,
        body,
        state,
        state_reason,
        labels: labels?.map((name) => ({ name })),
        assignees: assignees?.map((login) => ({ login })),
      }),
      '/updated_at',
    ),
  },
})

const readNames = (labels: unknown): readonly string[] =>
  Array.isArray(labels) ? labels.map((label) => String(at(label, '/name')).toLowerCase()) : []

/** https://docs.github.com/en/rest/issues/labels#add-labels-to-an-issue */
export const add_labels = write('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
  description: 'Add labels to an issue or pull request; existing labels stay',
  synonyms: ['tag an issue', 'mark', 'category'],
  is: [],
  roles: { destination: ['/owner', '/repo'] },
  idempotent: true,
  additive: true,
  params: { ...repository, issue_number, labels },
  request: ({ labels }) => {
    // GitHub's page says of an empty list that it removes all labels.
    if (labels.length === 0) throw invalid('/labels', 'must name a label to add')
    return {}
  },
  result: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  confirm: {
    read: get_issue,
    params: { ...github.sameRepository, issue_number: ({ issue_number }) => issue_number },
    shows: (data, { params }) => {
      const names = new Set(readNames(at(data, '/labels')))
      return params.labels.every((name) => names.has(name.toLowerCase())) || undefined
    },
  },
})

/** https://docs.github.com/en/rest/issues/comments#list-issue-comments */
export const list_comments = read('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
  description: 'List the comments on an issue or pull request, the oldest first',
  synonyms: ['discussion', 'conversation', 'replies'],
  params: { ...repository, issue_number, since: optional(since), page },
  ...github.declareList(aComment),
})

/** https://docs.github.com/en/rest/issues/comments#create-an-issue-comment */
export const create_comment = write('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
  description: 'Comment on an issue or pull request',
  synonyms: ['reply', 'answer', 'respond', 'review'],
  is: ['sends', 'publishes'],
  roles: { destination: ['/owner', '/repo'], text: ['/body'], derives: ['recipient'] },
  additive: true,
  params: { ...repository, issue_number, body },
  result: aComment,
  confirm: {
    read: list_comments,
    params: {
      ...github.sameRepository,
      issue_number: ({ issue_number }) => issue_number,
      since: (_params, since) => since.toISOString(),
      limit: 100,
    },
    shows: madeSince({ ...github.listed100, like: ({ body }) => ({ body }), atLeast: ({ body }) => ({ body }) }),
  },
})

/** https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests */
export const search_issues = read('GET /search/issues', {
  description: 'Search issues and pull requests; put is:issue or is:pull-request into the query',
  synonyms: ['tickets', 'bugs', 'tasks', 'assigned to me'],
  params: {
    query: github.query,
    ...optional({ direction, sort: github.sort('comments', 'reactions', 'interactions', 'created', 'updated') }),
    page,
  },
  rename: { query: 'q', direction: 'order' },
  ...github.declareSearch(numbered),
})
