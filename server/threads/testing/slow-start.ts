/** The module of a thread that takes long to start, as on a busy machine. */
import { serveTasks } from '../serve-tasks.ts'
import type { TestSetUp } from './tasks.ts'

Bun.sleepSync(1000)

serveTasks(({ greeting }: TestSetUp) => ({ greet: async (name: string) => `${greeting} ${name}` }))
