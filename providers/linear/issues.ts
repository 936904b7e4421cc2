import { choice, clearable, invalid, markdownLoads, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as linear from './parameters.ts'

const { issue_id, team_id, project_id, state_id, assignee_id, title, anIssue, pageInfo } = linear
const content = {
  description: linear.markdown,
  state_id,
  assignee_id,
  project_id,
  parent_id: linear.parent_id,
  label_ids: linear.label_ids,
  priority: linear.priority,
  estimate: linear.estimate,
  due_date: linear.due_date,
}
interface Described {
  readonly description?: string | null | undefined
}
/** Links to profiles mention people: https://linear.app/developers/graphql#creating-and-editing-issues */
const ofWhichIssues = {
  sends: ({ description }: Described) => description?.includes('/profiles/') === true,
  runs: ({ description }: Described) => markdownLoads(description),
}
const inInput = {
  title: '/input/title',
  description: '/input/description',
  state_id: '/input/stateId',
  assignee_id: '/input/assigneeId',
  project_id: '/input/projectId',
  parent_id: '/input/parentId',
  label_ids: '/input/labelIds',
  priority: '/input/priority',
  estimate: '/input/estimate',
  due_date: '/input/dueDate',
} as const
const saved = Type.Object({ data: Type.Object({}) })
const named = Type.Object({ id: Type.String(), name: Type.String() })
const maybe = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const issueMembers = {
  id: Type.String(),
  identifier: Type.String(),
  title: Type.String(),
  description: maybe(Type.String()),
  url: Type.String(),
  priority: Type.Number(),
  priorityLabel: Type.String(),
  estimate: maybe(Type.Number()),
  dueDate: maybe(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  state: named,
  assignee: maybe(named),
  team: named,
  project: maybe(named),
  labels: Type.Object({ nodes: Type.Array(named) }),
}
const savedIssue = Type.Object({ success: Type.Boolean(), issue: maybe(Type.Object(issueMembers)) })

/** https://linear.app/developers/filtering */
export const list_issues = read('POST /graphql', {
  description: 'List issues, most recently changed first',
  synonyms: ['tickets', 'bugs', 'tasks', 'backlog', 'my issues'],
  ttl: '30s',
  params: optional({
    team_id,
    project_id,
    assignee_id,
    state_type: choice(
      ['triage', 'backlog', 'unstarted', 'started', 'completed', 'canceled'],
      'Only issues in a state of this type',
    ),
    label: text(100, 'Only issues with the label of this name'),
    updated_since: Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'Only issues that changed at or after this time, in ISO 8601',
      examples: ['2026-01-31T00:00:00Z'],
    }),
  }),
  rename: {
    team_id: '/filter/team/id/eq',
    project_id: '/filter/project/id/eq',
    assignee_id: '/filter/assignee/id/eq',
    state_type: '/filter/state/type/eq',
    label: '/filter/labels/some/name/eq',
    updated_since: '/filter/updatedAt/gte',
  },
  graphql: `query ($first: Int, $after: String, $filter: IssueFilter) {
    issues(first: $first, after: $after, filter: $filter, orderBy: updatedAt) { nodes { ${anIssue} } ${pageInfo} } }`,
  pages: linear.listed('issues'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const search_issues = read('POST /graphql', {
  description: 'Search issues by words of their titles, texts and comments',
  synonyms: ['find', 'tickets', 'bugs', 'look up'],
  params: { term: text(500, 'Search text'), team_id: optional(team_id) },
  rename: { team_id: 'teamId' },
  graphql: `query ($first: Int, $after: String, $term: String!, $teamId: String) {
    searchIssues(first: $first, after: $after, term: $term, teamId: $teamId, includeComments: true) { nodes { ${anIssue} } ${pageInfo} } }`,
  pages: linear.listed('searchIssues'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const get_issue = read('POST /graphql', {
  description: 'Get an issue with its latest comments',
  answers: Type.Object({
    issue: Type.Object({
      ...issueMembers,
      comments: Type.Object({
        nodes: Type.Array(
          Type.Object({ id: Type.String(), body: Type.String(), createdAt: Type.String(), user: maybe(named) }),
        ),
      }),
    }),
  }),
  synonyms: ['ticket', 'bug', 'task'],
  ttl: '30s',
  params: { issue_id },
  rename: { issue_id: 'id' },
  graphql: `query ($id: String!) {
    issue(id: $id) { ${anIssue} comments(last: 50) { nodes { id body createdAt user { id name } } } } }`,
})

/** https://linear.app/developers/graphql#creating-and-editing-issues */
export const create_issue = write('POST /graphql', {
  description: 'Create an issue',
  answers: Type.Object({ issueCreate: savedIssue }),
  synonyms: ['ticket', 'bug report', 'task', 'feature request', 'new'],
  is: ['sends', 'runs'],
  onlyIf: ofWhichIssues,
  roles: { recipient: ['/assignee_id'], destination: ['/team_id', '/project_id'], text: ['/title', '/description'] },
  additive: true,
  params: { team_id, title, ...optional(content) },
  rename: { ...inInput, team_id: '/input/teamId' },
  graphql: `mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${anIssue} } } }`,
  result: saved,
})

/** https://linear.app/developers/graphql#creating-and-editing-issues */
export const update_issue = write('POST /graphql', {
  description: 'Change an issue: its state, assignee, labels, text; omitted fields stay unchanged',
  answers: Type.Object({ issueUpdate: savedIssue }),
  synonyms: ['edit', 'assign', 'close', 'move', 'done'],
  is: ['sends', 'runs'],
  onlyIf: ofWhichIssues,
  roles: { recipient: ['/assignee_id'], destination: ['/project_id'], text: ['/title', '/description'] },
  idempotent: true,
  params: {
    issue_id,
    ...optional({
      title,
      ...content,
      description: clearable(content.description),
      assignee_id: clearable(assignee_id),
      project_id: clearable(project_id),
      parent_id: clearable(linear.parent_id),
      estimate: clearable(linear.estimate),
      due_date: clearable(linear.due_date),
    }),
  },
  rename: { ...inInput, issue_id: 'id' },
  request: ({ issue_id: _, ...changes }) => {
    if (Object.keys(changes).length === 0) throw invalid('', 'give at least one field to change')
    return {}
  },
  graphql: `mutation ($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${anIssue} } } }`,
  result: saved,
})

/** https://linear.app/developers/graphql#creating-and-editing-issues */
export const archive_issue = write('POST /graphql', {
  description: 'Archive an issue',
  answers: Type.Object({ issueArchive: Type.Object({ success: Type.Boolean() }) }),
  synonyms: ['remove', 'delete', 'hide'],
  is: [],
  idempotent: true,
  params: { issue_id },
  rename: { issue_id: 'id' },
  graphql: 'mutation ($id: String!) { issueArchive(id: $id) { success } }',
  result: saved,
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const create_comment = write('POST /graphql', {
  description: 'Comment on an issue',
  answers: Type.Object({
    commentCreate: Type.Object({
      success: Type.Boolean(),
      comment: Type.Object({ id: Type.String(), url: Type.String(), body: Type.String() }),
    }),
  }),
  synonyms: ['reply', 'note', 'answer'],
  is: ['sends'],
  roles: { destination: ['/issue_id'], text: ['/body'], derives: ['recipient'] },
  additive: true,
  params: { issue_id, body: linear.markdown },
  rename: { issue_id: '/input/issueId', body: '/input/body' },
  graphql:
    'mutation ($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id url body } } }',
  result: saved,
})
