import { toolDefinition } from '@patchbay/core/schema'
import { demoId, type Plugin } from '../plugin.ts'
import { checksText } from './checks.ts'
import { domainDocument, gatewayDocument, jsonText } from './openapi.ts'
import { openapiTypes } from './openapi-types.ts'
import { registryText } from './registry.ts'
import { toolText } from './tool.ts'

/** The text of every generated file, by its path relative to `server/generated`. Depends on the plugins alone. */
export const emit = async (plugins: readonly Plugin[]): Promise<ReadonlyMap<string, string>> => {
  const isDemo = ({ provider }: Plugin): boolean => provider.id === demoId
  const always = plugins.filter((plugin) => !isDemo(plugin))
  const gateway = jsonText(gatewayDocument(always.map(({ provider }) => provider)))
  const ofDomains = plugins.flatMap(({ provider }): [string, string][] => [
    [`${provider.id}/checks.ts`, checksText(provider)],
    [`${provider.id}/openapi.json`, jsonText(domainDocument(provider))],
    [`${provider.id}/tool.ts`, toolText(toolDefinition(provider))],
  ])
  return new Map([
    ...ofDomains,
    ['openapi.d.ts', await openapiTypes(gateway)],
    ['openapi.json', gateway],
    ['registry.ts', registryText(always)],
    ['demo-registry.ts', registryText(plugins.filter(isDemo))],
  ])
}
