import { holds, madeSince, type Sought } from '@patchbay/core/provider'

type Given = Readonly<Record<string, unknown>>

const listed = { items: '/data', made: '/created_at', most: 100, next: '/next_page' } as const

/** Rules of a project may move a new task away, so one that isn't there may still have been made. */
export const newTaskShows = madeSince({ ...listed, mayMiss: true, like: ({ name, notes }: Given) => ({ name, notes }) })

export const commentShows = madeSince({
  ...listed,
  like: ({ text }: Given) => ({ text }),
  atLeast: ({ text }: Given) => ({ text }),
})

/** The members of a task that are compared, and the time of its last change. */
export const taskFields = ['name', 'notes', 'assignee', 'due_on', 'start_on', 'completed', 'modified_at']

/** People are also given by their address or as `me`. */
const isPerson = (assignee: unknown): boolean =>
  assignee === undefined || assignee === null || /^\d+$/.test(String(assignee))

export const canCompareTask = ({ assignee, custom_fields }: Given): boolean =>
  custom_fields === undefined && isPerson(assignee)

const readTask = ({ name, notes, assignee, due_on, start_on, completed }: Given) => ({
  name,
  notes,
  due_on,
  start_on,
  completed,
  ...(assignee !== undefined && { assignee: assignee === null ? null : { gid: assignee } }),
})

/** The task stands below `data`. */
export const taskShows = (data: unknown, sought: Sought<Given>): boolean | undefined =>
  holds(readTask, '/modified_at')(Object(data).data, sought)
