import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server'
import { asGatewayError } from '@patchbay/core/errors'
import { type DetailedTask, declaresTasks, tasksExtension, tasksNotDeclared } from './task.ts'

/** The tasks that the caller of a request may see. */
export interface TaskSource {
  /** `undefined`: the caller has no such task. */
  get(taskId: string): Promise<DetailedTask | undefined>
  /** Takes answers to what the task asked its client for; those to other questions are ignored. `false`: the caller has no such task. */
  update(taskId: string, inputResponses: Readonly<Record<string, unknown>>): Promise<boolean>
  /** Ends the task if it still can be ended. `false`: the caller has no such task. */
  cancel(taskId: string): Promise<boolean>
}

type JsonMembers = Readonly<Record<string, unknown>>

/** The form of a schema that the SDK takes; no more than its check is needed. */
const named: StandardSchemaV1<unknown, { readonly taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'patchbay',
    validate(params) {
      const { taskId } = Object(params) as JsonMembers
      return typeof taskId === 'string' ? { value: { taskId } } : { issues: [{ message: 'taskId must be a string' }] }
    },
  },
}

/** Throws ProtocolError where the client hasn't declared the extension in this very request. */
const assertDeclared = ({ mcpReq }: ServerContext): void => {
  const capabilities: unknown = Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]
  if (!declaresTasks(capabilities)) throw tasksNotDeclared()
}

const unknownTask = () => new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task')

/** Throws ProtocolError alone: other errors may hold internal facts. */
const answer = async <T extends object>(context: ServerContext, work: () => Promise<T | undefined>): Promise<T> => {
  assertDeclared(context)
  const task = await work().catch((thrown) => {
    const { status, message } = asGatewayError(thrown)
    throw new ProtocolError(status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message)
  })
  if (!task) throw unknownTask()
  return task
}

const acknowledge = (isKnown: boolean) => (isKnown ? {} : undefined)

/** Lets clients of the current era read and cancel tasks (SEP-2663). */
export const serveTaskRequests = (server: Server, tasks: TaskSource): void => {
  server.registerCapabilities({ extensions: { [tasksExtension]: {} } })
  server.setRequestHandler('tasks/get', { params: named }, ({ taskId }, context) =>
    answer(context, async () => {
      const task = await tasks.get(taskId)
      return task && { ...task }
    }),
  )
  server.setRequestHandler('tasks/update', { params: named }, ({ taskId }, context) =>
    // The SDK takes the responses out of the parameters of every request.
    answer(context, async () => acknowledge(await tasks.update(taskId, context.mcpReq.inputResponses ?? {}))),
  )
  server.setRequestHandler('tasks/cancel', { params: named }, ({ taskId }, context) =>
    answer(context, async () => acknowledge(await tasks.cancel(taskId))),
  )
}
