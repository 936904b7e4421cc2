import type { McpScope } from '../mcp-scope.ts'
import type { Task } from './task.ts'
import type { TaskSource } from './task-requests.ts'

/** Tasks that calls and runs become. */
export interface FoundTasks extends TaskSource {
  /** The task without its result; `undefined`: the caller has no such task. */
  find(taskId: string): Promise<Task | undefined>
}

export type CreateTasks = (scope: McpScope) => FoundTasks

const firstOf = async <T>(
  sources: readonly FoundTasks[],
  ask: (tasks: FoundTasks) => Promise<T | undefined>,
): Promise<T | undefined> => {
  for (const tasks of sources) {
    const answer = await ask(tasks)
    if (answer) return answer
  }
  return undefined
}

/** The tasks of several sources. Their ids are UUIDs, so that one source at most has a task. */
export const joinTaskSources =
  (creators: readonly (CreateTasks | undefined)[]): CreateTasks =>
  (scope) => {
    const sources = creators.flatMap((create) => create?.(scope) ?? [])
    return {
      find: (taskId) => firstOf(sources, (tasks) => tasks.find(taskId)),
      get: (taskId) => firstOf(sources, (tasks) => tasks.get(taskId)),
      update: async (taskId, responses) =>
        (await firstOf(sources, (tasks) => tasks.update(taskId, responses))) ?? false,
      cancel: async (taskId) => (await firstOf(sources, (tasks) => tasks.cancel(taskId))) ?? false,
    }
  }
