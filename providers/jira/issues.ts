import {
  at,
  clearable,
  cursor,
  documentRead,
  file,
  findMade,
  holds,
  invalid,
  list,
  optional,
  pattern,
  read,
  record,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { noise } from './noise.ts'

const issue = text(100, 'Key or id of the issue, e.g. ENG-42')
const plain = text(30_000, 'The text; each line becomes a paragraph')
const written = {
  description: plain,
  assignee: text(128, 'Account id of the person: find_users lists people'),
  priority: text(100, 'Name of the priority, e.g. High'),
  labels: list(text(255, 'A label'), { max: 100, description: 'All labels of the issue' }),
  duedate: Type.String({ format: 'date', maxLength: 10, description: 'The day it is due', examples: ['2026-11-23'] }),
  custom_fields: record(Type.Unknown(), { max: 100, description: 'Further fields by id: get_fields lists them' }),
}

/** Texts are documents: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure. */
const toDocument = (content: string) => ({
  type: 'doc',
  version: 1,
  content: content
    .split('\n')
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ type: 'paragraph', content: [{ type: 'text', text: paragraph.trim() }] })),
})

/** The text of a document, its paragraphs apart. */
const readDocument = (node: unknown): string => {
  const { text: own, content } = Object(node) as { readonly text?: unknown; readonly content?: unknown }
  if (typeof own === 'string') return own
  return Array.isArray(content) ? content.map(readDocument).join(' ') : ''
}
const isSameText = (document: unknown, plainText: string): boolean =>
  readDocument(document).replaceAll(/\s+/g, ' ').trim() === plainText.replaceAll(/\s+/g, ' ').trim()

/** JQL takes times as those of the user's zone, or as minutes ago: https://support.atlassian.com/jira-software-cloud/docs/jql-fields */
const minutesAgo = (since: Date): string => `-${Math.ceil((Date.now() - since.getTime()) / 60_000)}m`
const inQuotes = (name: string): string => `"${name.replaceAll(/["\\]/g, '\\$&')}"`

/** The index lags behind: https://developer.atlassian.com/cloud/jira/platform/search-and-reconcile */
const listedIssues = { items: '/issues', made: '/fields/created', most: 100, mayMiss: true } as const
const listedComments = { items: '/comments', made: '/created', most: 100 } as const

interface Written {
  readonly description?: string | null
  readonly assignee?: string | null
  readonly priority?: string | null
  readonly custom_fields?: Readonly<Record<string, unknown>>
}

const buildFields = (named: object, { description, assignee, priority, custom_fields = {}, ...others }: Written) => {
  const declared = {
    ...named,
    ...others,
    ...(description !== undefined && { description: description && toDocument(description) }),
    ...(assignee !== undefined && { assignee: assignee && { accountId: assignee } }),
    ...(priority !== undefined && { priority: priority && { name: priority } }),
  }
  // Rules judge the parameter, so another value must not take its place.
  const twice = Object.keys(custom_fields).find((name) => Object.hasOwn(declared, name))
  if (twice !== undefined) throw invalid(`/custom_fields/${twice}`, 'is given by a parameter, too: leave it out here')
  return { ...declared, ...custom_fields }
}

/** A body with these members and none of the parameters. */
const replaceParameters = (parameters: object, body: object) => ({
  ...Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined])),
  ...body,
})

const shown = ['summary', 'status', 'assignee', 'priority', 'issuetype', 'project', 'labels', 'duedate', 'updated']

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post */
export const search_issues = read('POST /rest/api/3/search/jql', {
  description: 'Search issues by JQL',
  synonyms: ['tickets', 'bugs', 'stories', 'epics', 'backlog', 'my work', 'jql'],
  params: {
    jql: text(10_000, 'A condition with at least one restriction, e.g. project = ENG AND statusCategory != Done'),
    fields: optional(list(text(100, 'Id of a field'), { max: 100, description: 'The fields to return' })),
  },
  request: ({ fields = shown }) => ({ body: { fields } }),
  pages: cursor({
    items: '/issues',
    next: '/nextPageToken',
    into: 'nextPageToken',
    size: { into: 'maxResults', max: 100 },
  }),
  noise,
})

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post */
export const create_issue = write('POST /rest/api/3/issue', {
  description: 'Create an issue',
  synonyms: ['ticket', 'bug', 'story', 'epic', 'task', 'report'],
  is: ['shares'],
  onlyIf: { shares: ({ custom_fields }) => custom_fields !== undefined },
  roles: { recipient: ['/assignee'], destination: ['/project'], text: ['/summary', '/description'] },
  additive: true,
  params: {
    project: text(100, 'Key of the project, e.g. ENG'),
    issue_type: text(100, 'Name of the type, e.g. Task: list_issue_types lists them'),
    summary: text(255, 'Title of the issue'),
    ...optional({ ...written, parent: issue }),
  },
  request: (parameters) => {
    const { project, issue_type, parent, ...others } = parameters
    const named = {
      project: { key: project },
      issuetype: { name: issue_type },
      ...(parent && { parent: { key: parent } }),
    }
    return { body: replaceParameters(parameters, { fields: buildFields(named, others) }) }
  },
  confirm: {
    read: search_issues,
    params: {
      jql: ({ project }, since) =>
        `project = ${inQuotes(project)} AND created >= ${inQuotes(minutesAgo(since))} ORDER BY created DESC`,
      fields: ['summary', 'issuetype', 'description', 'created'],
      limit: 100,
    },
    shows: (data, sought) => {
      const { summary, issue_type, description = '' } = sought.params
      return findMade(data, sought, listedIssues, {
        is: (found) =>
          at(found, '/fields/summary') === summary.trim() &&
          at(found, '/fields/issuetype/name') === issue_type &&
          isSameText(at(found, '/fields/description'), description),
        mayBe: () => true,
      })
    },
  },
  noise,
  leadsTo: { action: 'get_issue', parameters: { issue: '/key' } },
})

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-put */
export const update_issue = write('PUT /rest/api/3/issue/{issue}', {
  description: 'Change fields of an issue; transition_issue changes its status',
  answers: Type.Null(),
  synonyms: ['edit ticket', 'assign', 'rename', 'story points', 'priority', 'estimate'],
  // Further fields say who sees the issue: its security level, a request's participants.
  is: ['shares'],
  onlyIf: { shares: ({ custom_fields }) => custom_fields !== undefined },
  roles: { recipient: ['/assignee'], text: ['/summary', '/description'] },
  idempotent: true,
  params: {
    issue,
    ...optional({
      ...written,
      summary: text(255, 'Title of the issue'),
      description: clearable(written.description),
      assignee: clearable(written.assignee),
      priority: clearable(written.priority),
      duedate: clearable(written.duedate),
    }),
  },
  request: (parameters) => {
    const { issue: _, ...others } = parameters
    if (Object.keys(others).length === 0) throw invalid('', 'must have a field to change')
    return { body: replaceParameters(parameters, { fields: buildFields({}, others) }) }
  },
  confirm: {
    read: documentRead<Document>()('get_issue'),
    when: ({ description, custom_fields }) => description === undefined && custom_fields === undefined,
    params: {
      issueIdOrKey: ({ issue }) => issue,
      fields: ['summary', 'assignee', 'priority', 'labels', 'duedate', 'updated'],
    },
    shows: holds(({ summary, assignee, priority, labels, duedate }) => {
      const changed = {
        summary,
        labels,
        duedate,
        ...(assignee !== undefined && { assignee: assignee && { accountId: assignee } }),
        ...(priority !== undefined && { priority: priority && { name: priority } }),
      }
      return Object.values(changed).every((value) => value === undefined) ? {} : { fields: changed }
    }, '/fields/updated'),
  },
})

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-transitions-post */
export const transition_issue = write('POST /rest/api/3/issue/{issue}/transitions', {
  description: 'Change the status of an issue',
  answers: Type.Null(),
  synonyms: ['move', 'close', 'resolve', 'reopen', 'start', 'done'],
  is: [],
  params: {
    issue,
    transition: pattern('^[0-9]+$', 20, 'Id of the transition; list_transitions lists the available ones'),
  },
  rename: { transition: '/transition/id' },
})

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/#api-rest-api-3-issue-issueidorkey-comment-post */
export const add_comment = write('POST /rest/api/3/issue/{issue}/comment', {
  description: 'Comment on an issue',
  synonyms: ['reply', 'answer', 'note'],
  is: ['sends'],
  roles: { destination: ['/issue'], text: ['/comment'], derives: ['recipient'] },
  additive: true,
  params: { issue, comment: plain },
  request: ({ comment }) => ({ body: { comment: undefined, body: toDocument(comment) } }),
  confirm: {
    read: documentRead<Document>()('get_comments'),
    params: { issueIdOrKey: ({ issue }) => issue, orderBy: '-created', maxResults: 100 },
    shows: (data, sought) =>
      findMade(data, sought, listedComments, {
        is: (comment) => isSameText(at(comment, '/body'), sought.params.comment),
        mayBe: () => true,
      }),
  },
})

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/#api-rest-api-3-issue-issueidorkey-attachments-post */
export const add_attachment = write('POST /rest/api/3/issue/{issue}/attachments', {
  description: 'Attach a file to an issue',
  synonyms: ['upload', 'screenshot'],
  is: [],
  roles: { destination: ['/issue'] },
  encoding: 'multipart',
  additive: true,
  params: { issue, file: file(10_000_000, 'The file') },
  request: () => ({ headers: { 'X-Atlassian-Token': 'no-check' } }),
})
