import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { idFaults } from '../check/provider/provider-faults.ts'
import { collectPlugins } from '../collect/index.ts'
import { buildOAuthPluginFiles, buildPluginFiles } from './files.ts'

type Scaffolded =
  | { readonly refused: string; readonly message?: never }
  | { readonly message: string; readonly refused?: never }

interface ScaffoldOptions {
  /** A provider with OAuth and files, and a vendor on this machine to try it on. */
  readonly fake: boolean
}

/** Makes a provider that generates and runs as it is. Refuses a wrong or taken id without touching any file. */
export const scaffoldPlugin = async (root: string, id: string, { fake }: ScaffoldOptions): Promise<Scaffolded> => {
  const [fault] = idFaults(id)
  if (fault) return { refused: fault }
  const folder = `providers/${id}`
  if (existsSync(join(root, folder))) return { refused: `${folder} exists already` }
  const taken = (await collectPlugins(root)).plugins.find(({ provider }) => provider.id === id)
  if (taken) return { refused: `the id ${id} is taken by ${taken.package} (${taken.file})` }

  const texts = fake ? buildOAuthPluginFiles(id) : buildPluginFiles(id)
  for (const [name, text] of Object.entries(texts)) {
    const path = join(root, folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, { flag: 'wx' })
  }
  return { message: nextSteps(folder, Object.keys(texts), fake ? vendorSteps(folder) : ownSteps) }
}

const ownSteps = [
  '  edit the files             origin, auth and actions, as docs/first-provider.md shows',
  '  npx bun run codegen    after each change: names what is wrong, and where',
  '  npx bun start',
]

const vendorSteps = (folder: string): readonly string[] => [
  `  npx bun ${folder}/testing/vendor.ts`,
  '                             starts the vendor on this machine, and prints what connects, lists and uploads',
  `  npx bun test ${folder}`,
]

const nextSteps = (folder: string, names: readonly string[], steps: readonly string[]): string =>
  [
    ...names.map((name) => `wrote ${folder}/${name}`),
    '',
    'Next:',
    '  npx bun install            makes the package known to the workspace',
    ...steps,
  ].join('\n')
