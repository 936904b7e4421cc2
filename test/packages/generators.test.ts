// Test lanes: slow

/**
 * Generators of clients read the gateway's OpenAPI document, and their clients call it. The generators come from npm and PyPI, and stay in
 * the cache; where one can't be had, its test is left out and says why.
 */
import { join } from 'node:path'
import { fetchNpmPackages } from '../fetch-packages.ts'
import { fetchPython, openapiGenerator } from './openapi-generator.ts'
import { type Generator, testGenerators } from './test-generators.ts'

const tsconfig = (program: string): string =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      noEmit: true,
    },
    include: [program, 'generated'],
  })
const npmPackages = {
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
}

const typescript = (name: string, generator: string, words: readonly string[]): Generator => {
  const program = `${name}.ts`
  return {
    name,
    program,
    fetch: (skip) => fetchNpmPackages('generators-typescript', npmPackages, skip),
    client: (packages) => {
      // By its name: the command decides whether a client is made anew, and each checkout has a Bun of its own.
      const bun = (path: string): readonly string[] => ['bun', join(packages, 'node_modules', path)]
      return {
        files: { 'tsconfig.json': tsconfig(program) },
        steps: [{ command: [...bun(generator), ...words] }, { command: [...bun('typescript/bin/tsc'), '-p', '.'] }],
        start: ['bun', program],
      }
    },
  }
}

/** Imports every module of the package: a name that hides another one fails there. */
const importAll = `
import importlib, pkgutil, generated
assert len([importlib.import_module(module.name) for module in pkgutil.walk_packages(generated.__path__, "generated.")]) > 300`

const python = (name: string, program: string, generate: (packages: string) => readonly string[]): Generator => ({
  name,
  program,
  fetch: fetchPython,
  client: (packages) => ({
    // The formatter, which takes most of the time, changes no meaning.
    files: { 'config.yaml': 'post_hooks: []\n' },
    env: { PYTHONPATH: `.:${packages}` },
    steps: [{ command: generate(packages) }, { command: ['python3', '-c', importAll] }],
    start: ['python3', program],
  }),
})

await testGenerators([
  typescript('openapi-typescript', 'openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'generated/openapi.d.ts']),
  typescript('hey-api', '@hey-api/openapi-ts/bin/run.js', ['-i', 'openapi.json', '-o', 'generated']),
  python('openapi-python-client', 'python_client.py', () => [
    ...['python3', '-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', '--output-path', 'generated'],
    ...['--meta', 'none', '--config', 'config.yaml'],
  ]),
  python('openapi-generator', 'openapi_generator.py', (packages) => [
    ...openapiGenerator(packages),
    ...['-g', 'python', '-o', '.', '--package-name', 'generated'],
  ]),
])
