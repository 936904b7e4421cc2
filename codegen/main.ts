import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeThrown } from '@patchbay/core/errors'
import { showText } from '@patchbay/core/shown-text'
import { operationsFile, renewOperations } from './client/admin-operations.ts'
import { writeAdminTypes } from './client/admin-types.ts'
import { canMakeTypes } from './client/openapi-types.ts'
import type { ImportOptions } from './import/index.ts'
import { generatedFolder, isGeneratedFrom, lockFile, writeGenerated } from './model/generated-folder.ts'
import { lockDifferences } from './model/lock-differences.ts'
import { problemLine } from './model/problem.ts'
import { digestOfSources } from './model/sources.ts'
import { writeAllDocumentTypes } from './types/write-document-types.ts'

const help = `Checks the providers, and makes ${generatedFolder} from them: validators, MCP tools and the OpenAPI document.

  npx bun run codegen            make what is missing or older than its sources, and write ${lockFile}
                                 and ${operationsFile}
  npx bun run codegen --frozen   write neither; exit 1 and say what differs if one is out of date
  npx bun run codegen types      write the types of the admin API for the console and the command line, and those of
                                 documents for overlays
  npx bun run codegen generate   make ${generatedFolder} only, as \`npx bun start\` and the tests do by themselves
  npx bun run codegen bundle     bundle the server, as \`npx bun start\` does by itself
  npx bun run codegen new <id> [--fake]
                                 begin a provider in providers/<id>; with --fake, one with OAuth, pages and uploads,
                                 and a vendor on this machine to try it on
  npx bun run codegen import <file-or-url> --id <id>
                                 make or renew providers/<id> from an OpenAPI document (2.0, 3.0 or 3.1; JSON or YAML)
  npx bun run codegen import --mcp <https-url> --id <id>
                                 make or renew providers/<id> from the tools of an MCP server

  npx bun run codegen client --out <dir>
                                 write a typed client of the gateway: calls of all providers, and the admin API

  --url <https-url>          of import: where the document of a file is published; the nightly watch reads it there
  --token-file <file>        of import --mcp: a bearer token, for a server that lists its tools to known callers only
  --replace                  of import: replace the document from which providers/<id> was made
  --report <file>            of import: write what was left out, what is open and what changed as JSON
  --root <dir>               the project, if not the current folder
  --help                     this text

Providers are the folders of providers/ and the installed packages that the root package.json names:
  "patchbay": { "providers": ["some-package"] }
`

/** Reports a mistake of the user, without a stack trace. Documents, servers and plugins may have written a part of it. */
const fail = (text: string): number => {
  console.error(showText(text, 'lines'))
  return 1
}

const say = (text: string): number => {
  console.log(showText(text, 'lines'))
  return 0
}

/** Generates the code if its sources have changed. Returns the exit code. */
const make = async (root: string): Promise<number> => {
  const digest = digestOfSources(root)
  if (isGeneratedFrom(root, digest)) return say(`${generatedFolder} is up to date`)
  // Loaded only if needed, because loading the checks takes a quarter of a second.
  const { generate } = await import('./generate.ts')
  const { problems, files, ids } = await generate(root, digest)
  if (problems) return fail([...problems.map(problemLine), `${problems.length} to fix; nothing was written`].join('\n'))
  // If a source changed meanwhile, the digest may not be that of the imported plugins.
  if (digestOfSources(root) !== digest) return fail('a source was changed while codegen read it; run it again')
  await writeGenerated(root, files)
  return say(`${ids.length} providers (${ids.join(', ')}): ${generatedFolder} is made`)
}

const needsDevelopment = (what: string): number =>
  fail(`${what} needs the development dependencies: run \`npx bun install --frozen-lockfile\` first`)

const types = async (root: string): Promise<number> => {
  if (canMakeTypes()) await writeAdminTypes(root)
  for (const line of await writeAllDocumentTypes(root)) say(line)
  return 0
}

const operations = async (root: string, isFrozen: boolean): Promise<number> => {
  if (!(await renewOperations(root, isFrozen))) return 0
  return isFrozen
    ? fail(`${operationsFile} does not match the admin API: run \`npx bun run codegen\` and commit it`)
    : say(`${operationsFile} is written: commit it`)
}

const client = async (root: string, out: string | undefined): Promise<number> => {
  if (out === undefined) return fail(`name the folder: npx bun run codegen client --out <dir>\n\n${help}`)
  if (!canMakeTypes()) return needsDevelopment('codegen client')
  const failed = await make(root)
  if (failed) return failed
  const { writeClient } = await import('./client/index.ts')
  const names = await writeClient(root, resolve(out))
  return say(`wrote ${names.join(', ')} in ${out}; the client needs the package openapi-fetch`)
}

const lock = async (root: string, frozen: boolean): Promise<number> => {
  const differences = lockDifferences(root)
  if (differences.length === 0) return 0
  if (frozen)
    return fail([...differences, `review this, run \`npx bun run codegen\` and commit ${lockFile}`].join('\n'))
  await copyFile(join(root, generatedFolder, lockFile), join(root, lockFile))
  return say([...differences, `${lockFile} is written: commit it`].join('\n'))
}

interface ImportValues extends Pick<Partial<ImportOptions>, 'id' | 'url' | 'report' | 'replace'> {
  readonly mcp?: string | undefined
  readonly 'token-file'?: string | undefined
}

const importFrom = async (
  root: string,
  positionals: readonly string[],
  { id, url, report, replace, mcp, 'token-file': tokenFile }: ImportValues,
): Promise<number> => {
  const sources = mcp === undefined ? positionals : [mcp, ...positionals]
  const [source, ...others] = sources
  if (source === undefined || id === undefined || others.length > 0) {
    return fail(
      `name one document or server and the provider: npx bun run codegen import <file-or-url> --id <id>\n\n${help}`,
    )
  }
  const { importDocument } = await import('./import/index.ts')
  if (source.includes('://')) console.error(`reading ${source}, for ${mcp === undefined ? 20 : 30} seconds at most`)
  const ask = process.stdin.isTTY ? (await import('./import/ask/ask.ts')).askInTerminal : undefined
  return say(await importDocument({ root, source, mcp: mcp !== undefined, tokenFile, url, id, replace, report, ask }))
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fake: { type: 'boolean' },
      frozen: { type: 'boolean' },
      help: { type: 'boolean' },
      root: { type: 'string' },
      id: { type: 'string' },
      mcp: { type: 'string' },
      'token-file': { type: 'string' },
      replace: { type: 'boolean' },
      report: { type: 'string' },
      url: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const root = resolve(values.root ?? '.')
  const [command, id, ...rest] = positionals
  if (values.help) return say(help)
  const isFrozen = values.frozen ?? false
  if (command === undefined) {
    return (await make(root)) || (await types(root)) || (await operations(root, isFrozen)) || lock(root, isFrozen)
  }
  if (command === 'generate') return make(root)
  if (command === 'bundle') {
    const { bundleServer } = await import('./emit/bundle.ts')
    return (await make(root)) || bundleServer(root).then(() => 0)
  }
  if (command === 'import') return importFrom(root, positionals.slice(1), values)
  if (command === 'client') return client(root, values.out)
  if (command === 'types') return (await make(root)) || types(root)
  if (command !== 'new') return fail(`there is no command ${command}\n\n${help}`)
  if (id === undefined || rest.length > 0) return fail(`name the provider, by one id\n\n${help}`)
  const { scaffoldPlugin } = await import('./new/index.ts')
  const { refused, message } = await scaffoldPlugin(root, id, { fake: values.fake ?? false })
  return refused === undefined ? say(message) : fail(refused)
}

process.exitCode = await main().catch((error: unknown) => fail(describeThrown(error)))
