import { hostname } from 'node:os'
import { describeThrown } from '@patchbay/core/errors'
import { findNearestName, perhapsAnother } from '@patchbay/core/schema'
import { Value } from 'typebox/value'
import { nightly } from './default-crons.ts'
import { type Environment, fileVariable, isSet, readSecret } from './environment/secret-files.ts'
import { unsafeVariables } from './environment/unheeded-environment.ts'
import { findMissingOidc } from './oidc.ts'
import type { AnyVariable } from './variable.ts'
import { type Configuration, variables } from './variables.ts'

export type { Environment } from './environment/secret-files.ts'
export type { Configuration } from './variables.ts'

/** Everything that is wrong with the environment, one line per variable. The message holds no secret. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

/** The text for a terminal and a log, without the user information of URLs, which may be a secret. */
const quoteRedacted = (text: string): string => JSON.stringify(text.replace(/\/\/[^\s"',]*@/g, '//***@').slice(0, 200))

/** The wrong value for a message, unless it is a secret. */
const wrongValue = ({ name, secret }: AnyVariable, environment: Environment, text: string): string => {
  if (!secret) return `${name} was ${quoteRedacted(text)}`
  const twin = fileVariable(name)
  return isSet(environment, twin)
    ? `${twin} names ${quoteRedacted(environment[twin] ?? '')}, which holds a wrong value (not shown)`
    : `${name} was set (its value is not shown)`
}

/** The variable's value, or the problem with it. */
const readVariable = (variable: AnyVariable, environment: Environment): { value: unknown } | { problem: string } => {
  let raw: string | undefined
  try {
    raw = variable.secret ? readSecret(environment, variable.name) : environment[variable.name]
  } catch (error) {
    return { problem: describeThrown(error) }
  }
  const text = raw?.trim() || variable.fallback
  if (text === null) return { value: null }
  const problem = `${wrongValue(variable, environment, text)}; allowed: ${variable.allowed}`
  try {
    const value = variable.read(text)
    return Value.Check(variable.schema, value) ? { value } : { problem }
  } catch {
    // The message of the error isn't used, as it may hold the text; `allowed` says what is wrong.
    return { problem }
  }
}

const unregistered = ({ providerOrigins }: Configuration, providers: readonly string[]): string[] =>
  Object.keys(providerOrigins)
    .filter((id) => !providers.includes(id))
    .map(
      (id) =>
        `PROVIDER_ORIGINS names ${quoteRedacted(id)}, which is not registered; registered: ${providers.join(', ')}`,
    )

/** Gateways on one database must share these values, so no gateway can make them itself. */
const missingWithMongodb = ({ mongodbUri, adminKeyHashes, vaultKeys }: Configuration): string[] => {
  if (mongodbUri === null) return []
  const shared = [
    { variable: variables.adminKeyHashes, value: adminKeyHashes },
    { variable: variables.vaultKeys, value: vaultKeys },
  ]
  return shared
    .filter(({ value }) => value === null)
    .map(({ variable: { name, allowed } }) => `${name} is required with MONGODB_URI; allowed: ${allowed}`)
}

const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

const unfitAdminListener = ({ host, port, adminHost, adminPort }: Configuration): string[] => {
  if (adminPort === null)
    return adminHost === null
      ? []
      : ['ADMIN_HOST is set without ADMIN_PORT; set ADMIN_PORT as well, or unset ADMIN_HOST']
  const hosts = [host, adminHost ?? '127.0.0.1']
  const isTaken = adminPort === port && port !== 0 && (hosts[0] === hosts[1] || hosts.some(isAnyAddress))
  return isTaken ? [`ADMIN_PORT was "${adminPort}", which PORT has at that address; set another port`] : []
}

/** `nightly` is at the same time for all gateways on one store. The watch's job runs only if it is switched on. */
const resolveCrons = ({ crons, watchVendors, baseUrl, mongodbUri }: Configuration): Configuration['crons'] => {
  const watch = crons['vendor-watch']
  if (!watchVendors) return { ...crons, 'vendor-watch': 'off' }
  return watch === 'nightly' ? { ...crons, 'vendor-watch': nightly(baseUrl ?? mongodbUri ?? hostname()) } : crons
}

/** A URL without a secret is a mistake, because unsigned events are never sent; so is a secret without a URL. */
const halfWebhook = ({ webhookUrl, webhookSecret }: Configuration): string[] => {
  if ((webhookUrl === null) === (webhookSecret === null)) return []
  if (webhookUrl === null)
    return ['WEBHOOK_SECRET is set without WEBHOOK_URL; set WEBHOOK_URL as well, or unset WEBHOOK_SECRET']
  return [`WEBHOOK_SECRET is required with WEBHOOK_URL; allowed: ${variables.webhookSecret.allowed}`]
}

/** The variables of the command line, which may be in the same environment. */
const ofCommandLine = ['PATCHBAY_URL', 'PATCHBAY_ADMIN_KEY', 'PATCHBAY_ADMIN_KEY_FILE']

/** A key or a token that this gateway made: the pages have the reader keep one in `ADMIN_KEY`, for the commands that follow. */
const isOwnKey = (value: string | undefined): boolean => value?.startsWith('pb_') ?? false

const nearMisses = (environment: Environment): string[] => {
  const names = Object.values<AnyVariable>(variables).flatMap(({ name, secret }) =>
    secret ? [name, fileVariable(name)] : [name],
  )
  return Object.keys(environment).flatMap((name) => {
    if (names.includes(name) || ofCommandLine.includes(name) || isOwnKey(environment[name])) return []
    const bare = name.replace(/^PATCHBAY_/i, '')
    const similar = names.includes(bare)
      ? bare
      : (findNearestName(name, names, perhapsAnother) ?? findNearestName(bare, names, perhapsAnother))
    return similar ? [`${name} is not read by Patchbay; did you mean ${similar}?`] : []
  })
}

/**
 * The configuration of an environment, and warnings about unknown names that look like a known one. `providers` are the
 * registered ids. Throws ConfigurationError with all problems at once.
 */
export const readConfiguration = (
  environment: Environment,
  providers: readonly string[],
): { configuration: Configuration; warnings: readonly string[] } => {
  const results = Object.entries<AnyVariable>(variables).map(
    ([member, variable]) => [member, readVariable(variable, environment)] as const,
  )
  const wrong = results.flatMap(([, result]) => ('problem' in result ? [result.problem] : []))
  const problems = [...unsafeVariables(environment), ...wrong]
  const values = results.flatMap(([member, result]) => ('value' in result ? [[member, result.value] as const] : []))
  const configuration = Object.fromEntries(values) as Configuration

  if ('providerOrigins' in configuration) problems.push(...unregistered(configuration, providers))
  // Checked last, because a value that couldn't be read would seem to be missing.
  if (problems.length === 0) {
    const checks = [missingWithMongodb, unfitAdminListener, halfWebhook, findMissingOidc]
    problems.push(...checks.flatMap((check) => check(configuration)))
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return { configuration: { ...configuration, crons: resolveCrons(configuration) }, warnings: nearMisses(environment) }
}
