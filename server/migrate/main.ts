import { parseArgs } from 'node:util'
import { commandAsCalled } from '../called-as.ts'
import { dropUnheeded } from '../configuration/environment/unheeded-environment.ts'
import { runMove } from './move.ts'

const usage = `Moves everything from one Patchbay store into another, empty one: tenants with their tokens, credentials and
grants, applications, admin keys and the audit log.

  ${commandAsCalled('migrate')} --from <uri-or-dir> --to <uri-or-dir>

A store is a MongoDB URI with the database's name, or the folder of an embedded store (DATA_DIR). Stop every gateway on
either first. The source isn't changed. To continue an interrupted move, run the same command again.

Credentials are moved as they are sealed: PATCHBAY_KEYS (or the file that PATCHBAY_KEYS_FILE names) must hold the keys of the
source. An embedded store has them in its file "keys". Before anything is moved, every credential is opened with these keys.
`

const options = { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

const readArguments = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

for (const warning of dropUnheeded(process.env)) console.error(`warning: ${warning}`)
const { from, to, help } = readArguments()
if (help) {
  console.log(usage)
} else if (!from || !to) {
  console.error(usage)
  process.exit(2)
} else {
  try {
    await runMove(from, to)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
