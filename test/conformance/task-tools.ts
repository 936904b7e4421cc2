/** The tools and the tasks that the suite's scenarios of SEP-2663 call, as they describe them. The tasks lie in memory. */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { createTaskResult, type DetailedTask, declaresTasks, tasksNotDeclared } from '../../server/mcp/tasks/task.ts'
import type { TaskSource } from '../../server/mcp/tasks/task-requests.ts'
import type { FixtureTool } from './tools.ts'

/** So long a second of the suite's is: nothing is computed, and nobody waits. */
const secondMs = 50
const ttlMs = 600_000

const all = new Map<string, DetailedTask>()

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

type TaskChanges = { readonly [M in keyof DetailedTask]?: DetailedTask[M] | undefined } & Record<string, unknown>

const change = (taskId: string, members: TaskChanges): void => {
  const task = all.get(taskId)
  if (!task || ['completed', 'failed', 'cancelled'].includes(task.status)) return
  all.set(taskId, { ...task, ...members, lastUpdatedAt: new Date().toISOString() } as DetailedTask)
}

const create = (members: Partial<DetailedTask> = {}) => {
  const at = new Date().toISOString()
  const taskId = crypto.randomUUID()
  const task = { taskId, status: 'working', createdAt: at, lastUpdatedAt: at, ttlMs, pollIntervalMs: 100 } as const
  all.set(taskId, { ...task, ...members })
  return { taskId, result: createTaskResult(task) as unknown as CallToolResult }
}

/** A task that ends by itself. */
const createEnding = (seconds: number, end: Partial<DetailedTask>): CallToolResult => {
  const { taskId, result } = create()
  setTimeout(() => change(taskId, end), seconds * secondMs)
  return result
}

/** A task that asks its client for confirmations. */
const createAsking = (...keys: readonly string[]): CallToolResult => {
  const ask = {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Sure?',
      requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
    },
  }
  return create({ status: 'input_required', inputRequests: Object.fromEntries(keys.map((key) => [key, ask])) }).result
}

const takesTasks = ({ mcpReq }: ServerContext): boolean =>
  declaresTasks(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY])

const assertTakesTasks = (context: ServerContext): void => {
  if (!takesTasks(context)) throw tasksNotDeclared()
}

const completed = (result: CallToolResult) => ({ status: 'completed', result: { ...result } }) as const

export const fixtureTasks: TaskSource = {
  get: async (taskId) => all.get(taskId),
  async update(taskId, inputResponses) {
    const { inputRequests } = all.get(taskId) ?? {}
    if (!inputRequests) return all.has(taskId)
    const left = Object.entries(inputRequests).filter(([key]) => !Object.hasOwn(inputResponses, key))
    if (left.length > 0) change(taskId, { inputRequests: Object.fromEntries(left) })
    else change(taskId, { ...completed(text('Confirmed')), inputRequests: undefined })
    return true
  },
  async cancel(taskId) {
    change(taskId, { status: 'cancelled', inputRequests: undefined })
    return all.has(taskId)
  },
}

export const taskTools: Readonly<Record<string, FixtureTool>> = {
  greet: { description: 'Greets', call: async (_, { name }) => text(`Hello, ${name}!`) },
  slow_compute: {
    description: 'Takes its time',
    call: async (context, { seconds }) => {
      const result = text(`Computed for ${seconds} s`)
      return takesTasks(context) && Number(seconds) > 0 ? createEnding(Number(seconds), completed(result)) : result
    },
  },
  failing_job: {
    description: 'Fails, as a task only',
    call: async (context) => {
      assertTakesTasks(context)
      return createEnding(1, completed({ ...text('The job failed'), isError: true }))
    },
  },
  protocol_error_job: {
    description: 'Ends with a fault of the protocol',
    call: async () => createEnding(1, { status: 'failed', error: { code: -32_603, message: 'The job broke' } }),
  },
  confirm_delete: { description: 'Asks once', call: async () => createAsking('confirm') },
  multi_input: { description: 'Asks for two things at once', call: async () => createAsking('first', 'second') },
  test_tool_with_task: {
    description: 'Asks for a name, and then becomes a task',
    call: async (context) => {
      const name = acceptedContent(context.mcpReq.inputResponses, 'user_name')?.name
      if (typeof name === 'string') return createEnding(1, completed(text(`Hello, ${name}!`)))
      const requestedSchema = {
        type: 'object' as const,
        properties: { name: { type: 'string' as const } },
        required: ['name'],
      }
      const ask = inputRequired.elicit({ message: 'What is your name?', requestedSchema })
      return inputRequired({ inputRequests: { user_name: ask } })
    },
  },
}
