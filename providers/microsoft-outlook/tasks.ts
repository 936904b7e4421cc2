import { choice, clearable, flag, holds, optional, read, text, write } from '@patchbay/core/provider'
import * as outlook from './parameters.ts'

const { id, moment, inUtc, aList, thing } = outlook
const list_id = id('Id of the list of tasks: list_task_lists lists them')
const task_id = id('Id of the task: list_tasks lists them')
const title = text(255, 'What is to be done')
const importance = choice(['low', 'normal', 'high'], 'How important it is')
const note = text(100_000, 'A note')
const due = moment('When it is due, in UTC; only the day counts')
const reminder = moment('When the user is reminded, in UTC')

interface Task {
  readonly note?: string | null
  readonly due?: string | null
  readonly reminder?: string | null
}

const toMoment = (moment: string | null | undefined) => (typeof moment === 'string' ? inUtc(moment) : moment)

const buildTask = ({ note, due, reminder }: Task) => ({
  note: undefined,
  due: undefined,
  reminder: undefined,
  body: note === undefined ? undefined : { content: note ?? '', contentType: 'text' },
  dueDateTime: toMoment(due),
  reminderDateTime: toMoment(reminder),
  isReminderOn: reminder === undefined ? undefined : reminder !== null,
})

/** https://learn.microsoft.com/en-us/graph/api/todo-list-lists */
export const list_task_lists = read('GET /v1.0/me/todo/lists', {
  description: 'List the to-do lists of Microsoft To Do, which Outlook shows as tasks',
  synonyms: ['todo lists', 'task lists', 'lists', 'lists of tasks', 'my tasks'],
  ttl: '1m',
  params: {},
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/todo-post-lists */
export const create_task_list = write('POST /v1.0/me/todo/lists', {
  description: 'Create a to-do list of Microsoft To Do',
  synonyms: ['todo', 'new', 'checklist', 'to do list'],
  is: [],
  roles: { text: ['/name'] },
  additive: true,
  params: { name: text(255, 'Name of the list') },
  rename: { name: 'displayName' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/todotasklist-delete: with its tasks. */
export const delete_task_list = write('DELETE /v1.0/me/todo/lists/{list_id}', {
  description: 'Delete a to-do list with its tasks',
  synonyms: ['todo', 'remove', 'to do list'],
  is: ['deletes'],
  roles: { destination: ['/list_id'] },
  idempotent: true,
  params: { list_id },
})

/** https://learn.microsoft.com/en-us/graph/api/todotasklist-list-tasks */
export const list_tasks = read('GET /v1.0/me/todo/lists/{list_id}/tasks', {
  description: 'List the tasks of a to-do list',
  synonyms: ['todo', 'what is to be done', 'to do', 'open tasks', 'due today', 'what is on my list', 'today'],
  params: { list_id, filter: optional(text(1000, "A condition of OData, e.g. status ne 'completed'")) },
  rename: { filter: '$filter' },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/todotask-get */
export const get_task = read('GET /v1.0/me/todo/lists/{list_id}/tasks/{task_id}', {
  description: 'Get a task of a to-do list with its note',
  synonyms: ['todo', 'details', 'to do'],
  params: { list_id, task_id },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/todotasklist-post-tasks */
export const create_task = write('POST /v1.0/me/todo/lists/{list_id}/tasks', {
  description: 'Add a task to a to-do list, with due day and reminder',
  synonyms: ['todo', 'to do list', 'remember', 'remind me', 'new'],
  is: [],
  roles: { destination: ['/list_id'], text: ['/title', '/note'] },
  additive: true,
  params: { list_id, title, ...optional({ note, due, reminder, importance }) },
  request: (task) => ({ body: buildTask(task) }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/todotask-update */
export const update_task = write('PATCH /v1.0/me/todo/lists/{list_id}/tasks/{task_id}', {
  description: 'Complete or change a task of a to-do list; left out stays as it is',
  synonyms: ['todo', 'done', 'tick off', 'finish', 'check off', 'postpone', 'edit'],
  is: [],
  roles: { destination: ['/list_id'], text: ['/title', '/note'] },
  idempotent: true,
  params: {
    list_id,
    task_id,
    ...optional({
      title,
      status: choice(['notStarted', 'inProgress', 'completed', 'waitingOnOthers', 'deferred'], 'How far it is'),
      importance,
      note: clearable(note),
      due: clearable(due),
      reminder: clearable(reminder),
    }),
  },
  request: (task) => ({ body: buildTask(task) }),
  result: thing,
  confirm: {
    read: get_task,
    params: { list_id: ({ list_id }) => list_id, task_id: ({ task_id }) => task_id },
    when: ({ note, due, reminder }) => note === undefined && due === undefined && reminder === undefined,
    shows: holds(({ title, status, importance }) => ({ title, status, importance }), '/lastModifiedDateTime'),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/todotask-delete */
export const delete_task = write('DELETE /v1.0/me/todo/lists/{list_id}/tasks/{task_id}', {
  description: 'Delete a task of a to-do list',
  synonyms: ['todo', 'remove', 'to do'],
  is: ['deletes'],
  roles: { destination: ['/list_id'] },
  idempotent: true,
  params: { list_id, task_id },
})

/** https://learn.microsoft.com/en-us/graph/api/todotask-post-checklistitems */
export const add_task_step = write('POST /v1.0/me/todo/lists/{list_id}/tasks/{task_id}/checklistItems', {
  description: 'Add a step to a task of a to-do list',
  synonyms: ['subtask', 'checklist item', 'todo'],
  is: [],
  roles: { destination: ['/list_id'], text: ['/title'] },
  additive: true,
  params: { list_id, task_id, title: text(255, 'What the step is'), done: optional(flag('Whether it is done')) },
  rename: { title: 'displayName', done: 'isChecked' },
  result: thing,
})
