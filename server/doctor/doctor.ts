import { describeThrown } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type Configuration, ConfigurationError, readConfiguration } from '../configuration/configuration.ts'
import { dropUnheeded } from '../configuration/unheeded-environment.ts'
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
    const found = [...dropped, ...warnings.map((text) => report.warning(text))]
    return { configuration, domains, findings: [...found, report.ok(`a start takes it, with ${ids.length} providers`)] }
  } catch (error) {
    const problems = error instanceof ConfigurationError ? error.problems : [describeThrown(error)]
    return {
      domains,
      findings: [...dropped, ...problems.map((text) => report.fault(text, 'see docs/configuration.md'))],
    }
  }
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
  const { configuration, domains, findings } = await checkConfiguration(environment)
  if (!configuration) return findings
  onStep('looking at the store')
  const store = await checkStore(configuration)
  onStep('asking names, proxy and vendors')
  const [proxy, network] = await Promise.all([checkProxy(configuration), checkNetwork(configuration, domains)])
  return [...findings, ...store, proxy, ...network]
}
