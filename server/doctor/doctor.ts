import { describeThrown } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type Configuration, ConfigurationError, readConfiguration } from '../configuration/configuration.ts'
import { dropUnheeded } from '../configuration/environment/unheeded-environment.ts'
import { refusePlaceholders } from '../configuration/refuse-placeholders.ts'
import { variables } from '../configuration/variables.ts'
import { loadRegistry } from '../registry.ts'
import { createReporter, type DoctorFinding } from './check.ts'
import { checkNetwork, checkProxy } from './check-network.ts'
import { checkStore } from './check-store.ts'

interface Read {
  readonly findings: readonly DoctorFinding[]
  readonly configuration?: Configuration
  readonly domains: readonly Domain[]
}

/** The configuration that a start in this shell would have. */
const checkConfiguration = async (environment: Record<string, string | undefined>): Promise<Read> => {
  const report = createReporter('configuration')
  const dropped = dropUnheeded(environment).map((text) => report.warning(text))
  let domains: readonly Domain[] = []
  try {
    domains = await loadRegistry()
    const ids = domains.map(({ provider }) => provider.id)
    const { configuration, warnings } = readConfiguration(environment, ids)
    refusePlaceholders(domains, configuration)
    const findings = [...dropped, ...warnings.map((text) => report.warning(text))]
    return {
      configuration,
      domains,
      findings: [...findings, report.ok(`a start takes it, with ${ids.length} providers`)],
    }
  } catch (error) {
    const problems = error instanceof ConfigurationError ? error.problems : [describeThrown(error)]
    return {
      domains,
      findings: [...dropped, ...problems.map((text) => report.fault(text, 'see docs/configuration.md'))],
    }
  }
}

/** Says whose environment is looked at: a service or a container has its own. It names what is set, and no value. */
const describeEnvironment = (environment: Record<string, string | undefined>): DoctorFinding => {
  const isSet = (name: string): boolean => Boolean(environment[name] ?? environment[`${name}_FILE`])
  const names = Object.values(variables)
    .map(({ name }) => name)
    .filter(isSet)
  const what = names.length === 0 ? 'which sets no variable of a gateway' : `which sets ${names.join(', ')}`
  return createReporter('environment').ok(
    `that of this shell, ${what}; a service or container has its own: run the doctor there to look at that`,
  )
}

/**
 * Looks at everything that a gateway with this environment depends on, and changes nothing. `onStep` is called with what is looked
 * at next.
 */
export const examineInstallation = async (
  environment: Record<string, string | undefined>,
  onStep: (step: string) => void,
): Promise<readonly DoctorFinding[]> => {
  onStep('reading the configuration')
  const whose = describeEnvironment(environment)
  const { configuration, domains, findings } = await checkConfiguration(environment)
  if (!configuration) return [whose, ...findings]
  onStep('looking at the store')
  const store = await checkStore(configuration)
  onStep('asking names, proxy and vendors')
  const [proxy, network] = await Promise.all([checkProxy(configuration), checkNetwork(configuration, domains)])
  return [whose, ...findings, ...store, proxy, ...network]
}
