import { readSecret } from '../configuration/environment/secret-files.ts'
import { checkKeys } from './check-keys.ts'
import { migrateStore } from './migrate.ts'
import { openPlace } from './open-place.ts'
import { showProgress } from './show-progress.ts'

/** Moves a store into another one, and tells the person how far it is. Throws Error for the operator. */
export const runMove = async (source: string, target: string): Promise<void> => {
  const from = await openPlace(source, 'from')
  try {
    const to = await openPlace(target, 'to')
    try {
      console.log(`From ${from.name}\nto   ${to.name}`)
      // An empty variable counts as unset, as in the server.
      const sealed = await checkKeys(from, to, readSecret(process.env, 'PATCHBAY_KEYS')?.trim() || undefined)
      console.log(`  ${sealed.toLocaleString('en')} credentials can be opened with the keys of the target`)
      await migrateStore(from, to, showProgress(process.stdout))
      console.log(`Everything was moved, read back and compared. Start gateways with ${to.start},
and with the PATCHBAY_KEYS and ADMIN_API_KEY of the source. An embedded store has them in its files "keys" and "admin-key.sha256".`)
    } finally {
      await to.store.close()
    }
  } finally {
    await from.store.close()
  }
}
