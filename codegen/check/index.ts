import { describeThrown } from '@patchbay/core/errors'
import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { noOperatorHosts, type OperatorHosts } from '../model/operator-hosts.ts'
import { type ImportedPlugin, isImported, type Plugin } from '../model/plugin.ts'
import type { Problem } from '../model/problem.ts'
import { actionFaults } from './action/action-faults.ts'
import { parameterClashes } from './action/parameter-clashes.ts'
import { resourceProblems } from './action/resource-problems.ts'
import { toolSizes } from './action/tool-sizes.ts'
import { type Fault, faultsAt } from './faults/fault.ts'
import { askedFaults } from './provider/asked-faults.ts'
import { overlayFaults } from './provider/overlay-faults.ts'
import { placeholderFaults } from './provider/placeholder-faults.ts'
import { probeFaults } from './provider/probe-faults.ts'
import { providerFaults } from './provider/provider-faults.ts'
import { requestFaults } from './request/request-faults.ts'
import { sameRequests } from './request/same-requests.ts'

/** All problems of all plugins that the type system can't see. Without problems the plugins can be turned into tools. */
export const checkPlugins = (plugins: readonly Plugin[], hosts: OperatorHosts = noOperatorHosts): Problem[] => [
  ...duplicates(plugins),
  ...plugins.flatMap((plugin) => {
    const ofActions = actionProblems(plugin)
    // A schema that is refused can't be used to check the probe, or be compared.
    const compared = ofActions.length === 0 ? comparisons(plugin) : []
    const ofOverlay = isImported(plugin) ? overlayProblems(plugin) : []
    return [
      ...providerProblems(plugin, hosts),
      ...ofActions,
      ...ofOverlay,
      ...compared,
      ...resourceProblems(plugin),
      ...sentenceProblems(plugin),
    ]
  }),
]

const duplicates = (plugins: readonly Plugin[]): Problem[] =>
  [...Map.groupBy(plugins, ({ provider }) => provider.id)]
    .filter(([, same]) => same.length > 1)
    .map(([id, same]) => ({
      file: same.map(({ file }) => file).join(' and '),
      message: `${same.map((plugin) => plugin.package).join(' and ')} have one id, ${JSON.stringify(id)}: rename or remove one`,
    }))

const providerProblems = ({ provider, file, folder }: Plugin, hosts: OperatorHosts): Problem[] => {
  const misplaced =
    folder !== undefined && folder !== provider.id ? [`the folder is "${folder}": name it like the id`] : []
  const faults = orUnexpected(() => {
    const faultsOfPlugin = providerFaults(provider, hosts)
    // An invalid host, or an unknown kind of authentication, is reported once.
    const isReported = ({ member }: Fault): boolean => faultsOfPlugin.some((one) => one.member[0] === member[0])
    return [...faultsOfPlugin, ...placeholderFaults(provider, hosts).filter((fault) => !isReported(fault))]
  })
  return [...faultsAt(['id'], misplaced), ...faults].map((fault) => ({
    file,
    provider: provider.id,
    ...fault,
  }))
}

const overlayProblems = (plugin: ImportedPlugin): Problem[] =>
  orUnexpected(() => overlayFaults(plugin)).map((fault) => ({
    file: plugin.file,
    provider: plugin.provider.id,
    ...fault,
  }))

const sentenceProblems = (plugin: Plugin): Problem[] =>
  askedFaults(plugin).map((message) => ({
    file: plugin.asked?.file ?? plugin.file,
    provider: plugin.provider.id,
    message,
  }))

/** Values of a type that no check expects can make the checks throw; then the type checker knows more. */
const orUnexpected = (faults: () => Fault[]): Fault[] => {
  try {
    return faults()
  } catch (error) {
    const why = "a member has a value that its type doesn't allow, and `npx bun run types` names it"
    return faultsAt([], [`can't be checked (${describeThrown(error)}): ${why}`])
  }
}

const actionProblems = (plugin: Plugin): Problem[] => {
  const names = isImported(plugin) ? undefined : Object.keys(plugin.provider.actions)
  return Object.entries(plugin.provider.actions).flatMap(([name, action]) =>
    orUnexpected(() => actionFaults(name, action, plugin.provider, names)).map((fault) =>
      ofAction(plugin, name, action, fault),
    ),
  )
}

/** Problems that show only when the schemas of a plugin are used and its actions compared. */
const comparisons = (plugin: Plugin): Problem[] => {
  const { provider, file } = plugin
  const settings = usableSettings(provider)
  const clashes = parameterClashes(provider)
  const hasClash = [...clashes.values()].some((faults) => faults.length > 0)
  // Parameters that clash can't be joined into one tool.
  const sizes = hasClash ? undefined : toolSizes(provider)
  const ofActions = [clashes, sameRequests(provider), ...(sizes ? [sizes.ofActions] : [])]
  const ofProbe = isImported(plugin) ? [] : faultsAt(['probe'], probeFaults(provider))
  const ofProvider = [...ofProbe, ...(sizes?.ofProvider ?? [])]
  return [
    ...ofProvider.map((fault) => ({ file, provider: provider.id, ...fault })),
    ...Object.entries(provider.actions).flatMap(([name, action]) =>
      [...ofActions.flatMap((faults) => faults.get(name) ?? []), ...requestFaults(name, action, settings)].map(
        (fault) => ofAction(plugin, name, action, fault),
      ),
    ),
  ]
}

/** Skipped if a schema is wrong, because no sample can be made of it. */
const usableSettings = (provider: AnyProvider): AnyProvider['settings'] =>
  orUnexpected(() => providerFaults(provider)).some(({ member }) => member[0] === 'settings')
    ? undefined
    : provider.settings

const ofAction = ({ provider, file, exported }: Plugin, name: string, action: AnyAction, fault: Fault): Problem => {
  const same = exported.filter(({ value }) => value === action)
  const source = same.find((one) => one.name === name) ?? same[0]
  const problem = { provider: provider.id, action: name, message: fault.message }
  return source
    ? { ...problem, file: source.file, name: source.name, member: fault.member }
    : { ...problem, file, member: ['actions', name, ...fault.member] }
}
