import type { AnyProvider } from '@patchbay/core/provider'
import { StructureKind } from 'ts-morph'
import type { Plugin } from '../plugin.ts'
import { literal, sourceText } from './source-file.ts'
import { exported, imported, importedType } from './statements.ts'

/**
 * `server/generated/registry.ts`: the domains in order of their ids. Version, origins and token hosts are written
 * out, so that a review shows when an upgraded package calls other hosts.
 */
export const registryText = (plugins: readonly Plugin[]): string =>
  sourceText([
    importedType('AnyProvider', '@patchbay/core/provider'),
    importedType('Domain', '@patchbay/core/schema'),
    imported('declaredSource', '@patchbay/core/schema'),
    ...plugins.map(({ provider, specifier }) => ({
      kind: StructureKind.ImportDeclaration as const,
      defaultImport: variable(provider.id, 'provider'),
      moduleSpecifier: specifier,
    })),
    ...plugins.flatMap(({ provider: { id } }) => [
      imported('checks', `./${id}/checks.ts`, variable(id, 'checks')),
      imported('tool', `./${id}/tool.ts`, variable(id, 'tool')),
    ]),
    exported('registry', 'readonly Domain[]', `[${plugins.map(entry).join('')}\n]`),
  ])

/** The cast is for a probe without parameters, whose type `object` has no index signature. */
const entry = ({ provider, package: name, version }: Plugin): string => `
  {
    provider: ${variable(provider.id, 'provider')} as AnyProvider,
    source: declaredSource(${variable(provider.id, 'provider')} as AnyProvider, ${variable(provider.id, 'checks')}),
    package: ${literal(name)},
    version: ${literal(version)},
    origins: ${JSON.stringify(originsOf(provider))},
    tokenHosts: ${JSON.stringify(tokenHostsOf(provider))},
    tool: ${variable(provider.id, 'tool')},
  },`

/** A variable's name, distinct for distinct ids and no reserved word: `google-drive` becomes `google_drive_tool`. */
const variable = (id: string, part: 'provider' | 'checks' | 'tool'): string => `${id.replaceAll('-', '_')}_${part}`

/** The origins for the registry, with settings in braces: `https://{shop}.myshopify.com`. */
const originsOf = ({ origin }: AnyProvider): string[] =>
  typeof origin === 'string'
    ? [origin]
    : [String.raw({ raw: origin.literals }, ...origin.settings.map((setting) => `{${setting}}`))]

const tokenHostsOf = ({ auth }: AnyProvider): string[] => (auth.kind === 'oauth2' ? [new URL(auth.token).host] : [])
