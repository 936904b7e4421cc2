import type { CommandTree } from '../command.ts'
import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { backup, restore } from './backup.ts'
import { calls } from './calls.ts'
import { completion } from './completion.ts'
import { connect } from './connect.ts'
import { doctor } from './doctor.ts'
import { clients, grants } from './grants.ts'
import { importConnections } from './import-connections.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { migrate } from './migrate.ts'
import { apply, plan } from './plan.ts'
import { policies } from './policies.ts'
import { providers, settings } from './settings.ts'
import { demo, start } from './start.ts'
import { status } from './status.ts'
import { suggestions } from './suggestions.ts'
import { tenants } from './tenants.ts'
import { tokens } from './tokens.ts'
import { upgrade } from './upgrade.ts'
import { usage } from './usage.ts'

/** Every command, in the order of the help. */
export const commands: CommandTree = {
  start,
  demo,
  status,
  tenants,
  tokens,
  policies,
  accounts,
  connect,
  clients,
  grants,
  audit,
  calls,
  usage,
  suggestions,
  jobs,
  keys,
  providers,
  settings,
  'import-connections': importConnections,
  plan,
  apply,
  backup,
  restore,
  migrate,
  upgrade,
  doctor,
  completion: completion(() => commands),
}
