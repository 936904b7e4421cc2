import { checkPlugins } from './check/index.ts'
import { type Arrange, collectPlugins } from './collect/index.ts'
import { emitFiles } from './emit/index.ts'
import { readOperatorHosts } from './model/operator-hosts.ts'
import type { Problem } from './model/problem.ts'

export type Generated =
  | { readonly problems: readonly Problem[]; readonly files?: never; readonly ids?: never }
  /** The texts by file name in `server/generated`, and the ids of the providers. */
  | { readonly files: ReadonlyMap<string, string>; readonly ids: readonly string[]; readonly problems?: never }

/** Collects and checks the plugins, and emits the files. If there is any problem, all problems are returned and nothing is emitted. */
export const generate = async (root: string, digest: string, arrange?: Arrange): Promise<Generated> => {
  const { plugins, problems } = await collectPlugins(root, arrange)
  const all = [...problems, ...checkPlugins(plugins, readOperatorHosts(process.env))]
  if (all.length > 0) {
    // Loaded late: the TypeScript compiler takes a quarter of a second to load.
    const { locateProblems } = await import('./place/index.ts')
    return { problems: locateProblems(root, all) }
  }
  return { files: emitFiles(plugins, digest), ids: plugins.map(({ provider }) => provider.id) }
}
