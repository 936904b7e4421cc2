import { CLIENT_CAPABILITIES_META_KEY, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server'

/** The extension of SEP-2663: a server may answer a call with a task, whose result the client reads later. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** The time a client waits before it reads a task again, in milliseconds: people decide in minutes. */
export const pollIntervalMs = 5000

/** https://modelcontextprotocol.io/seps/2663-tasks-extension */
export interface Task {
  readonly taskId: string
  /** `failed` is for faults of the protocol alone: a call that failed is `completed`, and its result says so. */
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  readonly statusMessage?: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly lastUpdatedAt: string
  /** The milliseconds after its creation for which the task can be read. */
  readonly ttlMs: number | null
  readonly pollIntervalMs?: number
}

/** A task as `tasks/get` shows it, with what belongs to its status. */
export interface DetailedTask extends Task {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
  readonly inputRequests?: Readonly<Record<string, unknown>>
}

export const isOpenTask = ({ status }: Task): boolean => status === 'working' || status === 'input_required'

/** The answer to a call that became a task. */
export const createTaskResult = (task: Task) => ({ resultType: 'task', ...task })

/** True if a client can be answered with a task, by the capabilities of its request. */
export const declaresTasks = (capabilities: unknown): boolean => {
  const { extensions } = Object(capabilities) as { readonly extensions?: unknown }
  const settings: unknown = Object(extensions)[tasksExtension]
  return typeof settings === 'object' && settings !== null
}

/** True if the client of a message declares the extension, which the older era can't. */
export const takesTasks = (message: unknown): boolean => {
  const { params } = Object(message) as { readonly params?: unknown }
  const { _meta: meta } = Object(params) as { readonly _meta?: unknown }
  return declaresTasks(Object(meta)[CLIENT_CAPABILITIES_META_KEY])
}

/** For a client that asks for what belongs to the extension without having declared it. */
export const tasksNotDeclared = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })

/**
 * The answer to a client that subscribes to tasks without having declared the extension; `undefined`: it has, or asks
 * for something else.
 */
export const refuseListening = (message: unknown) => {
  const { id, method, params } = Object(message) as Readonly<Record<string, unknown>>
  const { notifications } = Object(params) as { readonly notifications?: unknown }
  if (method !== 'subscriptions/listen' || Object(notifications).taskIds === undefined || takesTasks(message))
    return undefined
  const { code, message: text, data } = tasksNotDeclared()
  return { jsonrpc: '2.0', id, error: { code, message: text, data } }
}
