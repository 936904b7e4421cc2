import type { CommandOperation } from '@patchbay/cli'
import type { ToolDefinition } from '@patchbay/core/schema'

/** A route of the admin API as a tool. */
export interface AdminTool {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** With names in braces. */
  readonly path: string
  readonly operation: CommandOperation
  /** Members that the body always has, whatever the caller says. */
  readonly always: Readonly<Record<string, unknown>>
  readonly definition: ToolDefinition
}

/**
 * Sign-in of the console, a backup and an export aren't answered as JSON, or are of no use to an agent, and a file isn't sent as JSON. A
 * decision about waiting calls is a person's: an agent gives none, and takes none back.
 */
const left =
  /^(\w+ \/admin\/(session|sessions|backup|audit\/export|approvals\/.*\/(decision|standing))|POST \/admin\/files\/\{tenant\})$/

/** The routes that change nothing although they use POST: one tries a tenant's policy, one shows a call. */
const dryRuns: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /admin/policies/{tenant}/check': {},
  'POST /admin/calls': { dry_run: true },
}

/** `GET /admin/auth/{tenant}` as a tool's name: `get_auth_by_tenant`. */
const toolName = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.split('/').slice(2)]
    .map((part) => part.replace(/^\{(\w+)\}$/, 'by_$1').replaceAll('-', '_'))
    .join('_')
    .replaceAll('_by_tenant_by_', '_by_')
    .slice(0, 64)

const describe = ({ summary, description }: CommandOperation, isDryRun: boolean): string =>
  [isDryRun ? `${summary}: a dry run` : summary, ...(description === undefined ? [] : [description])]
    .join('. ')
    .slice(0, 1024)

/** The members of a merge patch aren't described: it has those of what it changes. */
const buildSchema = (
  { path = {}, query = {}, body: described }: CommandOperation,
  method: AdminTool['method'],
  left: readonly string[],
) => {
  const body = described ?? (method === 'PATCH' ? {} : undefined)
  const members = Object.entries(body ?? {}).filter(([name]) => !left.includes(name))
  return {
    type: 'object',
    properties: {
      ...path,
      ...query,
      ...(body && { body: { type: 'object', properties: Object.fromEntries(members), additionalProperties: true } }),
    },
    required: Object.keys(path),
    additionalProperties: false,
  }
}

const buildTool = (route: string, operation: CommandOperation, mayWrite: boolean): AdminTool[] => {
  const [method, path = ''] = route.split(' ') as [AdminTool['method'], string]
  const dryRun = mayWrite ? undefined : dryRuns[route]
  const reads = method === 'GET'
  if (left.test(route) || !(reads || mayWrite || dryRun)) return []
  const always = dryRun ?? {}
  const isReadOnly = reads || dryRun !== undefined
  return [
    {
      method,
      path,
      operation,
      always,
      definition: {
        name: toolName(method, path),
        title: operation.summary,
        description: describe(operation, dryRun !== undefined && Object.keys(dryRun).length > 0),
        inputSchema: buildSchema(operation, method, Object.keys(always)),
        annotations: {
          readOnlyHint: isReadOnly,
          destructiveHint: !isReadOnly && method !== 'POST',
          idempotentHint: method !== 'POST',
          openWorldHint: false,
        },
      },
    },
  ]
}

/** The tools of the admin API by their names: those that read and dry runs, and with `mayWrite` all. */
export const buildAdminTools = (
  operations: Readonly<Record<string, CommandOperation>>,
  mayWrite: boolean,
): ReadonlyMap<string, AdminTool> =>
  new Map(
    Object.entries(operations)
      .flatMap(([route, operation]) => buildTool(route, operation, mayWrite))
      .map((tool) => [tool.definition.name, tool]),
  )
