import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '@patchbay/core/errors'
import { generate } from './generate.ts'
import { scaffold } from './new/index.ts'
import { problemLine } from './problem.ts'
import { drift, write } from './write.ts'

const help = `Makes server/generated of the providers: validators, MCP tools, the OpenAPI document and the registry.

  bun run codegen            write what has changed
  bun run codegen --check    write nothing; exit 1 and list the files if something would change
  bun run codegen new <id>   begin a provider in providers/<id>

  --root <dir>               the project, if not the current folder
  --help                     this text

Providers are the folders of providers/ and the installed packages that the root package.json names:
  "patchbay": { "providers": ["some-package"] }
`

/** Reports an error of the user, without a stack. */
const fail = (text: string): number => {
  console.error(text)
  return 1
}

const say = (text: string): number => {
  console.log(text)
  return 0
}

const run = async (root: string, checkOnly: boolean): Promise<number> => {
  const { problems, files, ids } = await generate(root)
  if (problems) return fail([...problems.map(problemLine), `${problems.length} to fix; nothing was written`].join('\n'))

  const drifts = await drift(root, files)
  if (checkOnly && drifts.length > 0) {
    return fail([...drifts.map(({ kind, file }) => `${kind}: ${file}`), 'run `bun run codegen` and commit'].join('\n'))
  }
  await write(root, files, drifts)
  return say(`${ids.length} providers (${ids.join(', ')}), ${files.size} files, ${drifts.length} written`)
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, help: { type: 'boolean' }, root: { type: 'string' } },
  })
  const root = resolve(values.root ?? '.')
  const [command, id, ...rest] = positionals
  if (values.help) return say(help)
  if (command === undefined) return run(root, values.check ?? false)
  if (command !== 'new') return fail(`there is no command ${command}\n\n${help}`)
  if (id === undefined || rest.length > 0) return fail(`name the provider, by one id\n\n${help}`)
  const { refused, message } = await scaffold(root, id)
  return refused === undefined ? say(message) : fail(refused)
}

process.exitCode = await main().catch((error: unknown) => fail(reasonOf(error)))
