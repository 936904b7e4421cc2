import { demoCommand } from '../called-as.ts'
import { ConfigurationError } from '../configuration/configuration.ts'
import { type Environment, fileVariable, isSet } from '../configuration/environment/secret-files.ts'

/** Short, so that the action `forecast` shows what a deadline does without a long wait. */
const deadlineMs = '5000'

/** The demo makes keys of its own at each start, and shows the admin key. */
const ownKeys = ['ADMIN_API_KEY', 'PATCHBAY_KEYS']

const setNames = (environment: Environment, names: readonly string[]): string[] =>
  names.flatMap((name) => [name, fileVariable(name)]).filter((name) => isSet(environment, name))

const refusal = (name: string): string =>
  `${name} is set, and --demo never touches a database of yours: unset it (env -u ${name} ${demoCommand}), or start without --demo`

/**
 * The environment of a demo: the given one with a data folder of its own (`./data` becomes `./data-demo`), keys of its own and
 * a short deadline. Throws ConfigurationError where `MONGODB_URI` is set.
 */
export const demoEnvironment = (base: Environment): { environment: Environment; warnings: readonly string[] } => {
  const database = setNames(base, ['MONGODB_URI'])
  if (database.length > 0) throw new ConfigurationError(database.map(refusal))
  const ignored = setNames(base, ownKeys)
  const environment = {
    ...Object.fromEntries(Object.entries(base).filter(([name]) => !ignored.includes(name))),
    DATA_DIR: `${(base.DATA_DIR?.trim() || './data').replace(/\/+$/, '')}-demo`,
    REQUEST_TIMEOUT_MS: base.REQUEST_TIMEOUT_MS?.trim() || deadlineMs,
  }
  return {
    environment,
    warnings: ignored.map((name) => `${name} is not read with --demo, which makes a key of its own`),
  }
}
