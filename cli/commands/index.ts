import type { CommandTree } from '../program/command.ts'
import { accounts } from './accounts.ts'
import { approvalCommands } from './approvals.ts'
import { audit, changesCommand } from './audit.ts'
import { callCommand } from './call.ts'
import { calls, resolve } from './calls.ts'
import { connectCommands } from './connect.ts'
import { fileCommands } from './files.ts'
import { clients, grantCommands } from './grants.ts'
import { jobCommands } from './jobs.ts'
import { keyCommands } from './keys.ts'
import { policies } from './policies.ts'
import { providers, settings } from './settings.ts'
import { status } from './status.ts'
import { suggestions } from './suggestions.ts'
import { tenantCommands } from './tenants.ts'
import { tokens } from './tokens.ts'
import { usage } from './usage.ts'

/** The commands that need nothing but a running gateway, in the order of the help. */
export const remoteCommands: CommandTree = {
  status,
  tenants: tenantCommands,
  tokens,
  policies,
  approvals: approvalCommands,
  accounts,
  connect: connectCommands,
  clients,
  grants: grantCommands,
  files: fileCommands,
  audit,
  changes: changesCommand,
  call: callCommand,
  calls,
  resolve,
  usage,
  suggestions,
  jobs: jobCommands,
  keys: keyCommands,
  providers,
  settings,
}
