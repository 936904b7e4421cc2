// Test lanes: long

/**
 * Generators of clients read the gateway's OpenAPI document, and their clients call it. The generators come from npm and PyPI, and stay in
 * the cache, as do modules of Go; where one can't be had, its test is left out and says why.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { tokenOf } from '../client.ts'
import { fetchNpmPackages, fetchPythonPackages } from '../fetch-packages.ts'
import { startTestGateway } from '../gateway.ts'
import { answer, startScripted } from '../providers/scripted.ts'

const upstream = await startScripted(answer(200, { results: [] }))
const gateway = await startTestGateway({
  domains: (await loadRegistry()).filter(({ provider }) => provider.id === 'hubspot'),
  env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) },
})
afterAll(() => Promise.all([gateway.stop(), upstream.stop()]))
await gateway.seed('acme', { hubspot: 'secret' })

/** Runs a command in a folder, and returns what it prints. */
const run = async (folder: string, command: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect(await child.exited, `${command.join(' ')}\n${out}${error}`).toBe(0)
  return out
}

/** A folder with the document of the included providers and a client's program. */
const prepare = (program: string, packages: string): string => {
  const folder = mkdtempSync(join(packages, 'client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, '../../server/generated/openapi.json'), join(folder, 'openapi.json'))
  cpSync(join(import.meta.dirname, 'generated-clients', program), join(folder, program))
  return folder
}

/** What each client prints: the cache's part in its call, the code of the refusal, and the bytes of its file. */
const printed = expect.stringMatching(/^\["(?:MISS|HIT)", ?"AUTH_FAILED", ?4\]\n$/)
const access = { GATEWAY_URL: gateway.url, TENANT_TOKEN: tokenOf('acme') }

const compilerOptions = {
  strict: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  noEmit: true,
}
const npmPackages = {
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
}

test.for([
  ['openapi-typescript', ['openapi.json', '-o', 'generated/openapi.d.ts'], 'openapi-typescript/bin/cli.js'],
  ['hey-api', ['-i', 'openapi.json', '-o', 'generated'], '@hey-api/openapi-ts/bin/run.js'],
] as const)(
  '%s writes a client that compiles, calls, is refused and uploads',
  async ([name, args, generator], { skip }) => {
    const packages = await fetchNpmPackages('generators-typescript', npmPackages, skip)
    const program = `${name}.ts`
    const folder = prepare(program, packages)
    mkdirSync(join(folder, 'generated'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [program, 'generated'] }))
    const bin = (path: string): string => join(packages, 'node_modules', path)
    await run(folder, [process.execPath, bin(generator), ...args])
    await run(folder, [process.execPath, bin('typescript/bin/tsc'), '-p', '.'])
    expect(await run(folder, [process.execPath, program], access)).toEqual(printed)
  },
)

const pythonPackages =
  'openapi-python-client==0.29.1\nopenapi-generator-cli==7.26.0\npydantic\npython-dateutil\nurllib3\n'
/** Imports every module of the package: a name that hides another one fails there. */
const importAll = `
import importlib, pkgutil, generated
print(len([importlib.import_module(module.name) for module in pkgutil.walk_packages(generated.__path__, "generated.")]))`

test.for([
  [
    'openapi-python-client',
    'python_client.py',
    () => [
      'python3',
      ...['-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', '--output-path', 'generated'],
      ...['--meta', 'none'],
    ],
  ],
  [
    'openapi-generator',
    'openapi_generator.py',
    (packages: string) => [
      ...['java', '-jar', join(packages, 'openapi_generator_cli/openapi-generator.jar'), 'generate', '-g', 'python'],
      ...['-i', 'openapi.json', '-o', '.', '--package-name', 'generated'],
    ],
  ],
] as const)(
  '%s writes a client that imports, calls, is refused and uploads',
  async ([, program, generate], { skip }) => {
    const packages = await fetchPythonPackages('generators-python', pythonPackages, skip)
    const command = generate(packages)
    if (Bun.which(command[0] ?? '') === null) skip(`there is no ${command[0]}`)
    const folder = prepare(program, packages)
    const env = { PYTHONPATH: `${folder}:${packages}`, ...access }
    await run(folder, command, env)
    expect(Number(await run(folder, ['python3', '-c', importAll], env))).toBeGreaterThan(300)
    expect(await run(folder, ['python3', program], env)).toEqual(printed)
  },
)

const goModule = (version: string, required: string): string =>
  `module client\n\ngo ${version}\n\nrequire ${required}\n`

/** Compiling the models of all providers is most of it. */
const longestBuildMs = 600_000

test('openapi-generator writes a client in Go that compiles, calls, is refused and uploads', {
  timeout: longestBuildMs,
}, async ({ skip }) => {
  const packages = await fetchPythonPackages('generators-python', pythonPackages, skip)
  for (const command of ['java', 'go']) if (Bun.which(command) === null) skip(`there is no ${command}`)
  const folder = prepare('openapi_generator.go', packages)
  writeFileSync(join(folder, 'go.mod'), goModule('1.21', 'gopkg.in/validator.v2 v2.0.1'))
  const jar = join(packages, 'openapi_generator_cli/openapi-generator.jar')
  const only = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  await run(folder, [
    ...[
      'java',
      '-jar',
      jar,
      'generate',
      '-g',
      'go',
      '-i',
      'openapi.json',
      '-o',
      'gateway',
      '--package-name',
      'gateway',
    ],
    ...['--additional-properties=withGoMod=false', `--global-property=${only}`],
  ])
  const tidied = Bun.spawnSync(['go', 'mod', 'tidy'], { cwd: folder })
  if (!tidied.success) skip(`the module of the generated client can't be fetched: ${tidied.stderr}`)
  await run(folder, ['go', 'build', '-o', 'client', '.'], { CGO_ENABLED: '0' })
  expect(await run(folder, [join(folder, 'client')], access)).toEqual(printed)
})

const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

test('oapi-codegen writes a client in Go that compiles, calls, is refused and uploads', {
  timeout: longestBuildMs,
}, async ({ skip }) => {
  if (Bun.which('go') === null) skip('there is no go')
  const folder = prepare('oapi_codegen.go', tmpdir())
  const installed = Bun.spawnSync(['go', 'install', oapiCodegen], {
    cwd: folder,
    env: { ...process.env, GOBIN: folder },
  })
  if (!installed.success) skip(`oapi-codegen can't be fetched: ${installed.stderr}`)
  mkdirSync(join(folder, 'gateway'))
  const out = ['-generate', 'types,client', '-package', 'gateway', '-o', 'gateway/gateway.go']
  await run(folder, [join(folder, 'oapi-codegen'), ...out, 'openapi.json'])
  writeFileSync(join(folder, 'go.mod'), goModule('1.24', 'github.com/oapi-codegen/runtime v1.9.0'))
  const tidied = Bun.spawnSync(['go', 'mod', 'tidy'], { cwd: folder })
  if (!tidied.success) skip(`the modules of the generated client can't be fetched: ${tidied.stderr}`)
  await run(folder, ['go', 'build', '-o', 'client', '.'], { CGO_ENABLED: '0' })
  expect(await run(folder, [join(folder, 'client')], access)).toEqual(printed)
})
