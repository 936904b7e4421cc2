import { apiKey, cursor, imported, messageAt, oauth2, oneOf } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { canCompareTask, commentShows, newTaskShows, taskFields, taskShows } from './shows.ts'

/** https://developers.asana.com/docs/pagination */
const size = { into: 'limit', max: 100, default: 50 }
const pages = cursor({ items: '/data', next: '/next_page/offset', into: 'offset', size })
/** Without them, lists answer ids and names alone: https://developers.asana.com/docs/inputoutput-options. */
const fill = { opt_fields: ['name', 'completed', 'due_on', 'assignee.name', 'projects.name', 'permalink_url'] }
const task = ['name', 'notes', 'assignee', 'due_on', 'start_on', 'completed', 'custom_fields']
const newTask = [...task, 'workspace', 'projects', 'parent', 'followers', 'tags']

/**
 * https://developers.asana.com/reference/rest-api-reference
 * To know: Searching tasks takes a premium workspace or team: without one Asana answers 402; it finds a change only after a while: https://developers.asana.com/docs/search-tasks-in-a-workspace
 */
export default imported<Document>()({
  id: 'asana',
  title: 'Asana',
  origin: 'https://app.asana.com',
  auth: oneOf({
    /** https://developers.asana.com/docs/oauth, https://developers.asana.com/docs/oauth-scopes; the secret in the body: https://github.com/Asana/devrel-examples; PKCE: https://forum.asana.com/t/changes-to-our-oauth-authorization-flows/59767 */
    oauth: oauth2({
      authorize: 'https://app.asana.com/-/oauth_authorize',
      token: 'https://app.asana.com/-/oauth_token',
      scopes: {
        'tasks:read': 'Read tasks',
        'tasks:write': 'Create and change tasks',
        'projects:read': 'Read projects',
        'stories:read': 'Read comments',
        'stories:write': 'Write comments',
        'users:read': 'Read names and addresses of people',
        'workspaces:read': 'Read workspaces',
      },
      optionalScopes: { 'tasks:delete': 'Delete tasks', default: 'Everything that you can do in Asana' },
      clientAuth: 'post',
      pkce: true,
      rotates: false,
      revoke: { url: 'https://app.asana.com/-/oauth_revoke' },
    }),
    /** https://developers.asana.com/docs/personal-access-token */
    token: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  }),
  credentialsPage: 'https://app.asana.com/0/my-apps',
  credentialFields: { key: { label: 'Personal access token' } },
  probe: { action: 'get_user_profile', params: { user_gid: 'me' }, identity: ['/data/email', '/data/name'] },
  // Followers and assignees of a task see it.
  is: {
    add_project_for_task: ['shares'],
    create_subtask_for_task: ['shares'],
    update_project: ['shares'],
    update_portfolio: ['shares'],
    create_status_for_object: ['sends'],
    create_project_status_for_project: ['sends'],
    create_tag: [],
    update_tag: [],
    create_tag_for_workspace: [],
    create_attachment_for_object: [],
    create_batch_request: ['sends', 'pays', 'shares', 'publishes', 'deletes', 'grants', 'runs'],
  },
  actions: {
    get_user_profile: {
      from: 'get_user',
      keep: [],
      ttl: '5m',
      description: 'Get a person; `me` is the account’s own',
      synonyms: ['user', 'profile', 'who am i', 'assignee'],
    },
    list_users: {
      from: 'list_users',
      keep: ['workspace', 'team'],
      pages,
      ttl: '5m',
      description: 'List the people of a workspace or team',
      synonyms: ['users', 'members', 'colleagues', 'assignees'],
    },
    list_workspaces: {
      from: 'list_workspaces',
      keep: [],
      pages,
      ttl: '10m',
      description: 'List the workspaces and organizations that the account is in',
      synonyms: ['organizations', 'companies'],
    },
    list_projects: {
      from: 'list_projects',
      keep: ['workspace', 'team', 'archived'],
      pages,
      ttl: '60s',
      description: 'List the projects of a workspace or team',
      synonyms: ['boards', 'lists'],
    },
    get_project: {
      from: 'get_project',
      keep: [],
      ttl: '60s',
      description: 'Get a project with its owner, dates and status',
      synonyms: ['board'],
    },
    list_tasks: {
      from: 'list_tasks',
      keep: ['assignee', 'project', 'section', 'workspace'],
      fill,
      pages,
      description: 'List the tasks of a project, a section or a person',
      synonyms: ['to-dos', 'my tasks', 'assigned to me', 'backlog', 'overdue'],
    },
    search_tasks: {
      from: 'search_tasks_for_workspace',
      keep: ['text', 'assignee_any', 'completed', 'sort_by'],
      fill,
      description: 'Search tasks by words, assignee or completion',
      synonyms: ['find', 'look up', 'to-dos', 'overdue', 'unfinished'],
    },
    get_task: {
      from: 'get_task',
      keep: [],
      description: 'Get a task with its notes, assignee and dates',
      synonyms: ['to-do', 'details'],
    },
    create_task: {
      from: 'create_task',
      wrap: 'data',
      keep: newTask,
      additive: true,
      description: 'Create a task, e.g. in a project, for somebody, by a date',
      synonyms: ['to-do', 'subtask', 'new', 'assign'],
      is: ['shares'],
      roles: { recipient: ['/assignee', '/followers'], destination: ['/projects'], text: ['/name', '/notes'] },
      confirm: {
        read: 'list_tasks',
        when: ({ projects, assignee, workspace }) =>
          Array.isArray(projects) ? projects.length > 0 : Boolean(assignee && workspace),
        params: {
          project: ({ projects }) => (Array.isArray(projects) ? projects[0] : undefined),
          assignee: ({ projects, assignee }) => (Array.isArray(projects) ? undefined : assignee),
          workspace: ({ projects, workspace }) => (Array.isArray(projects) ? undefined : workspace),
          modified_since: (_params, since) => since.toISOString(),
          opt_fields: ['name', 'notes', 'created_at'],
          limit: 100,
        },
        shows: newTaskShows,
      },
    },
    update_task: {
      from: 'update_task',
      wrap: 'data',
      keep: task,
      /** Blank values are null: https://developers.asana.com/docs/custom-fields-guide */
      clears: ['notes', 'custom_fields'],
      idempotent: true,
      description: 'Change a task: its name, notes, assignee or dates, or mark it as done',
      synonyms: ['complete', 'finish', 'done', 'close', 'assign', 'due date', 'reschedule', 'rename'],
      is: ['shares'],
      roles: { recipient: ['/assignee'], text: ['/name', '/notes'] },
      confirm: {
        read: 'get_task',
        when: canCompareTask,
        params: { task_gid: ({ task_gid }) => task_gid, opt_fields: taskFields },
        shows: taskShows,
      },
    },
    list_comments: {
      from: 'get_stories_for_task',
      keep: [],
      pages,
      description: 'List the comments and the history of a task',
      synonyms: ['discussion', 'replies', 'stories', 'activity'],
    },
    add_comment: {
      from: 'create_story_for_task',
      wrap: 'data',
      keep: ['text'],
      additive: true,
      description: 'Comment on a task',
      synonyms: ['reply', 'note', 'answer'],
      is: ['sends'],
      roles: { destination: ['/task_gid'], text: ['/text'], derives: ['recipient'] },
      confirm: {
        read: 'get_stories_for_task',
        params: { task_gid: ({ task_gid }) => task_gid, opt_fields: ['text', 'created_at'], limit: 100 },
        shows: commentShows,
      },
    },
  },
  /** https://developers.asana.com/docs/rate-limits, https://developers.asana.com/docs/errors */
  limits: { headers: 'Retry-After' },
  failure: messageAt('/errors/0/message'),
})
