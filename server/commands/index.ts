import { type CommandTree, completion, remoteCommands } from '@patchbay/cli'
import { add } from './add/index.ts'
import { backup, restore } from './backup.ts'
import { doctor } from './doctor.ts'
import { importConnectionsCommand } from './import-connections.ts'
import { init } from './init.ts'
import { mcp } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { applyCommand, plan } from './plan.ts'
import { demo, start } from './start.ts'
import { upgrade } from './upgrade.ts'
import { vendorsCommand } from './vendors.ts'

/** Every command, in the order of the help. */
export const commands: CommandTree = {
  start,
  demo,
  init,
  add,
  vendors: vendorsCommand,
  ...remoteCommands,
  'import-connections': importConnectionsCommand,
  plan,
  apply: applyCommand,
  backup,
  restore,
  migrate: migrateCommand,
  upgrade,
  doctor,
  mcp,
  completion: completion(() => commands),
}
