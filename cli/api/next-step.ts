import type { components } from '../generated/api.d.ts'
import { calledAs } from '../terminal/called-as.ts'

export type CommandStep = components['schemas']['NextStep']

/**
 * The command for each step, with parameters in braces; `{?name}` is a flag. The request, if there is no command. A test
 * compares them with the existing commands.
 */
export const stepCommands: Readonly<Record<CommandStep['route'], string>> = {
  put_tenant: 'patchbay tenants put {tenant} --file <path>{?prune}',
  patch_tenant: 'patchbay tenants put {tenant} --file <path>{?prune}',
  put_token: 'patchbay accounts store {tenant} {provider} {account}',
  delete_token: 'DELETE /admin/tokens/{tenant}/{provider}/{account}',
  seed_oauth: 'POST /admin/seed-oauth',
  put_app: 'PUT /admin/apps/{provider}',
  put_tenant_app: 'PUT /admin/apps/{provider}/{tenant}',
  put_billing: 'PUT /admin/billing/{tenant}',
  get_provider: 'GET /admin/providers/{provider}',
  list_clients: 'patchbay clients list',
  list_connect_links: 'patchbay connect list',
  list_crons: 'patchbay jobs list',
  list_files: 'patchbay files list {tenant}',
  list_grants: 'patchbay grants list {tenant}',
  list_suggestions: 'patchbay suggestions list',
  revoke_tenant_token: 'patchbay tokens revoke {tenant} {token_id}',
  run_one_job: 'patchbay jobs run {job}',
}

/** A value that people copy into a shell must be a single word for the shell. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(value)

const fillCommand = (command: string, params: CommandStep['params']): string =>
  command.replaceAll(/\{(\??)(\w+)\}/g, (_, isFlag, name) => {
    const value = params[name]
    if (isFlag) return value === undefined ? '' : ` --${name}`
    return isWord(value) ? value : `<${name}>`
  })

const asCalled = (command: string): string => command.replace(/^patchbay(?= )/, calledAs)

/** The next steps after an error or for a suggestion, one per line. A newer gateway may name steps that this program doesn't know. */
export const stepLines = (next: CommandStep | null | undefined, head = 'next'): readonly string[] => {
  if (!next) return []
  const { route, params, or } = next
  const lines = Object.hasOwn(stepCommands, route)
    ? [`${head}: ${asCalled(fillCommand(stepCommands[route], params))}`]
    : []
  return [...lines, ...stepLines(or, lines.length === 0 ? head : 'or')]
}
