import operations from './operations.json' with { type: 'json' }
import type { AdminRoutePath } from './routes.ts'

/** A parameter, or a member of a body. */
export interface Described {
  readonly type: string
  readonly enum?: readonly string[]
  readonly description?: string
}

type ByName = Readonly<Record<string, Described>>

/** An operation of the OpenAPI document, extracted by codegen. */
export interface CommandOperation {
  readonly summary: string
  readonly description?: string
  /** The message after a 204 response. */
  readonly done?: string
  readonly path?: ByName
  readonly query?: ByName
  readonly body?: ByName
}

const byRoute: Readonly<Record<string, CommandOperation>> = operations

/** All operations, by their routes. */
export const listOperations = (): Readonly<Record<string, CommandOperation>> => byRoute

export const findOperation = (route: AdminRoutePath): CommandOperation => {
  const operation = byRoute[route]
  if (operation) return operation
  throw new Error(`api/operations.json has no ${route}: run "npx bun run codegen"`)
}

/** A sentence of the document, in the form of option help. */
export const asHelp = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replaceAll('`', '')
