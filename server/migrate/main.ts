import { parseArgs } from 'node:util'
import { readSecret } from '../configuration/secret-files.ts'
import { dropUnheeded } from '../configuration/unheeded-environment.ts'
import { checkKeys } from './check-keys.ts'
import { migrate } from './migrate.ts'
import { openPlace } from './open-place.ts'
import { showProgress } from './show-progress.ts'

const usage = `Moves everything from one Patchbay store into another, empty one: tenants with their tokens, credentials and
grants, applications, admin keys and the audit log.

  bun run migrate --from <uri-or-dir> --to <uri-or-dir>

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

const move = async (source: string, target: string): Promise<void> => {
  const from = await openPlace(source, 'from')
  try {
    const to = await openPlace(target, 'to')
    try {
      console.log(`From ${from.name}\nto   ${to.name}`)
      // As in the server, an empty variable counts as unset.
      const sealed = await checkKeys(from, to, readSecret(process.env, 'PATCHBAY_KEYS')?.trim() || undefined)
      console.log(`  ${sealed.toLocaleString('en')} credentials can be opened with the keys of the target`)
      await migrate(from, to, showProgress(process.stdout))
      console.log(`Everything was moved, read back and compared. Start gateways with ${to.start},
and with the PATCHBAY_KEYS and ADMIN_API_KEY of the source. An embedded store has them in its files "keys" and "admin-key.sha256".`)
    } finally {
      await to.store.close()
    }
  } finally {
    await from.store.close()
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
    await move(from, to)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
