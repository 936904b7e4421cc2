import { type Environment, isSet } from './secret-files.ts'

/** Bun and `node:http` obey these, in upper or lower case, for every request that has no settings of its own. */
const unheeded: ReadonlyMap<string, string | undefined> = new Map([
  ['HTTP_PROXY', 'OUTGOING_PROXY is'],
  ['HTTPS_PROXY', 'OUTGOING_PROXY is'],
  ['ALL_PROXY', 'OUTGOING_PROXY is'],
  ['NO_PROXY', undefined],
  ['NODE_USE_ENV_PROXY', undefined],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'certificates are always verified; NODE_EXTRA_CA_CERTS may name an authority of your own',
  ],
])

/**
 * Takes out of the environment what would lead requests, with their credentials, elsewhere. The fetcher heeds none of it;
 * this is for what goes out beside it, the traces and MongoDB. Answers what the operator should know.
 */
export const dropUnheeded = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (!unheeded.has(name.toUpperCase())) return []
    const advice = unheeded.get(name.toUpperCase())
    const wasSet = isSet(environment, name)
    delete environment[name]
    return wasSet && advice ? [`${name} is not obeyed; ${advice}`] : []
  })

/** What Bun would do before anything here could stop it. */
export const unsafeVariables = (environment: Environment): string[] =>
  isSet(environment, 'BUN_CONFIG_VERBOSE_FETCH')
    ? ['BUN_CONFIG_VERBOSE_FETCH is set: Bun would print every outgoing request with its credentials; unset it']
    : []
