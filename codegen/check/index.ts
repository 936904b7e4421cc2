import type { Plugin } from '../plugin.ts'
import type { Problem } from '../problem.ts'
import { actionFaults } from './action-faults.ts'
import { parameterClashes } from './parameter-clashes.ts'
import { probeFaults } from './probe-faults.ts'
import { providerFaults } from './provider-faults.ts'

/** All problems of all plugins that the type system can't see. Without problems the plugins can be turned into tools. */
export const check = (plugins: readonly Plugin[]): Problem[] => [
  ...duplicates(plugins),
  ...plugins.flatMap((plugin) => [...ofProvider(plugin), ...ofActions(plugin)]),
]

const duplicates = (plugins: readonly Plugin[]): Problem[] =>
  [...Map.groupBy(plugins, ({ provider }) => provider.id)]
    .filter(([, same]) => same.length > 1)
    .map(([id, same]) => ({
      file: same.map(({ file }) => file).join(' and '),
      message: `${same.map((plugin) => plugin.package).join(' and ')} have one id, ${JSON.stringify(id)}: rename or remove one`,
    }))

const ofProvider = ({ provider, file, folder }: Plugin): Problem[] => {
  const misplaced =
    folder !== undefined && folder !== provider.id ? [`the folder is "${folder}": name it like the id`] : []
  const sound = ofActionsFaults(provider).length === 0
  const messages = [
    ...misplaced,
    ...providerFaults(provider),
    // A schema that is refused can't be used to check the probe, or be compared.
    ...(sound ? [...probeFaults(provider), ...parameterClashes(provider)] : []),
  ]
  return messages.map((message) => ({ file, provider: provider.id, message }))
}

const ofActionsFaults = (provider: Plugin['provider']): string[] =>
  Object.entries(provider.actions).flatMap(([name, action]) => actionFaults(name, action))

const ofActions = ({ provider, file, actionFiles }: Plugin): Problem[] =>
  Object.entries(provider.actions).flatMap(([name, action]) =>
    actionFaults(name, action).map((message) => ({
      file: actionFiles.get(action) ?? file,
      provider: provider.id,
      action: name,
      message,
    })),
  )
