import { join } from 'node:path'
import type { AnyProvider, Pages } from '@patchbay/core/provider'
import { namesIn, readImportFile } from '../../codegen/import/write/import-file.ts'

const providers = join(import.meta.dirname, '../../providers')

/** Without the names in braces, and without what may be the base path: both are named as one likes. */
export const routeOf = (key: string): string =>
  key.replaceAll(/\{[^}]+\}/g, '{}').replace(/ \/(?:api\/|gmail\/)?(?:v\d[\d.]*\/)?/, ' /')

/** The operations of a provider's actions that were written by hand, each with how its list has pages, if it is one. */
export const operationsByHand = async (id: string): Promise<ReadonlyMap<string, Pages | undefined>> => {
  const { actions, overlay }: AnyProvider = (await import(join(providers, id, 'index.ts'))).default
  const { names } = namesIn(readImportFile(join(providers, id)))
  const operations = new Map([...names].map(([operation, name]) => [name, operation]))
  return new Map([
    ...Object.values(overlay?.actions ?? {}).map(
      ({ from, pages }) => [routeOf(String(operations.get(from))), pages] as const,
    ),
    ...Object.values(actions).map(({ route, pages }) => [routeOf(route), pages] as const),
  ])
}
