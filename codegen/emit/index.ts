import { demoOpenapiFile, demoRegistryFile, lockFile, openapiFile, registryFile } from '../generated-folder.ts'
import { lockOf, lockText } from '../lock.ts'
import { demoId, type Plugin } from '../plugin.ts'
import { gatewayDocument, jsonText } from './openapi.ts'
import { registryText } from './registry.ts'

/** The text of every generated file, by name. It depends only on the plugins and the digest of all sources. */
export const emit = (plugins: readonly Plugin[], digest: string): ReadonlyMap<string, string> => {
  const isDemo = ({ provider }: Plugin): boolean => provider.id === demoId
  const always = plugins.filter((plugin) => !isDemo(plugin))
  const documentOf = (some: readonly Plugin[]): string =>
    jsonText(gatewayDocument(some.map(({ provider }) => provider)))
  return new Map([
    [openapiFile, documentOf(always)],
    [demoOpenapiFile, documentOf(plugins)],
    [lockFile, lockText(lockOf(plugins))],
    [demoRegistryFile, registryText(plugins.filter(isDemo), digest)],
    // Written last, because its digest says that all files are up to date.
    [registryFile, registryText(always, digest)],
  ])
}
