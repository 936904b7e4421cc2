import type { CommandTree } from '../command.ts'
import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { backup, restore } from './backup.ts'
import { calls } from './calls.ts'
import { completion } from './completion.ts'
import { connect } from './connect.ts'
import { doctor } from './doctor.ts'
import { importConnections } from './import-connections.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { migrate } from './migrate.ts'
import { apply, plan } from './plan.ts'
import { demo, start } from './start.ts'
import { suggestions } from './suggestions.ts'
import { tenants } from './tenants.ts'
import { tokens } from './tokens.ts'
import { upgrade } from './upgrade.ts'
import { usage } from './usage.ts'

/** Every command, in the order of the help. */
export const commands: CommandTree = {
  start,
  demo,
  tenants,
  tokens,
  accounts,
  connect,
  audit,
  calls,
  usage,
  suggestions,
  jobs,
  keys,
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
