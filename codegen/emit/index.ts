import { demoOpenapiFile, demoRegistryFile, lockFile, openapiFile, registryFile } from '../model/generated-folder.ts'
import { buildLock, lockText } from '../model/lock.ts'
import { demoProviderId, type Plugin } from '../model/plugin.ts'
import { gatewayDocument, printJson } from './openapi.ts'
import { registryText } from './registry.ts'

/** The text of every generated file, by name. It depends only on the plugins and the digest of all sources. */
export const emitFiles = (plugins: readonly Plugin[], digest: string): ReadonlyMap<string, string> => {
  const isDemo = ({ provider }: Plugin): boolean => provider.id === demoProviderId
  const always = plugins.filter((plugin) => !isDemo(plugin))
  const printDocument = (some: readonly Plugin[]): string =>
    printJson(gatewayDocument(some.map(({ provider }) => provider)))
  return new Map([
    [openapiFile, printDocument(always)],
    [demoOpenapiFile, printDocument(plugins)],
    [lockFile, lockText(buildLock(plugins))],
    [demoRegistryFile, registryText(plugins.filter(isDemo), digest)],
    // Written last, because its digest says that all files are up to date.
    [registryFile, registryText(always, digest)],
  ])
}
