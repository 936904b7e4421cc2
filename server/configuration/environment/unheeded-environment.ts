import { type Environment, isSet } from './secret-files.ts'

/** Variables that Bun and `node:http` obey, in upper or lower case, for each request that has no settings of its own. */
const unheeded: ReadonlyMap<string, string | undefined> = new Map([
  ['HTTP_PROXY', 'set OUTGOING_PROXY instead'],
  ['HTTPS_PROXY', 'set OUTGOING_PROXY instead'],
  ['ALL_PROXY', 'set OUTGOING_PROXY instead'],
  ['NO_PROXY', undefined],
  ['NODE_USE_ENV_PROXY', undefined],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'certificates are always verified; NODE_EXTRA_CA_CERTS may name an authority of your own',
  ],
])

/**
 * Removes variables that would send requests, with their credentials, elsewhere. The fetcher ignores them anyway; this is
 * for traces and MongoDB, which don't use the fetcher. Returns warnings for the operator.
 */
export const dropUnheeded = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (!unheeded.has(name.toUpperCase())) return []
    const advice = unheeded.get(name.toUpperCase())
    const wasSet = isSet(environment, name)
    delete environment[name]
    return wasSet && advice ? [`${name} is ignored; ${advice}`] : []
  })

/** Problems with variables that Bun obeys before this code runs. */
export const unsafeVariables = (environment: Environment): string[] =>
  isSet(environment, 'BUN_CONFIG_VERBOSE_FETCH')
    ? ['BUN_CONFIG_VERBOSE_FETCH is set: Bun would print every outgoing request with its credentials; unset it']
    : []
