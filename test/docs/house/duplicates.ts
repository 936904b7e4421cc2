import { createRequire } from 'node:module'
import { join } from 'node:path'
import { listRooms } from './source-files.ts'

/** Its ES module imports a name that `colors` doesn't have; its CommonJS one runs. */
const { detectClones }: typeof import('jscpd') = createRequire(import.meta.url)('jscpd')

/** Two places with the same 12 lines or more. */
export const findDuplicates = async (root: string): Promise<string[]> => {
  const clones = await detectClones({
    path: listRooms(root).map((room) => join(root, room)),
    format: ['typescript', 'tsx'],
    ignore: ['**/*.test.ts', '**/{testing,generated,.generated,dist,node_modules}/**'],
    minLines: 12,
    silent: true,
  })
  return clones.map(({ duplicationA, duplicationB }) => {
    const [one, other] = [duplicationA, duplicationB].map(
      ({ sourceId, start }) => `${sourceId.replace(`${root}/`, '')}:${start.line}`,
    )
    return `${duplicationA.end.line - duplicationA.start.line + 1} lines: ${one}, ${other}`
  })
}
