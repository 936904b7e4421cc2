import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPythonPackages } from '../fetch-packages.ts'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'

const requirements = readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8')

/** Streams without an end, and what would end the access of the run itself. */
const leftOut = 'backup|sessions?$|/log/|events|keys|export'
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]

/** The demo's gateway: each list has something in it. */
const startDemo = async () => {
  const folder = temporaryFolder()
  const env = { CRONS: '{}', CALLS_PER_MINUTE: '0' }
  const server = await startServerProcess({ args: ['--demo'], dataDir: join(folder, 'data'), env })
  const [, key = ''] = /^Admin key: (\S+)$/m.exec(server.output.stdout) ?? []
  const url = server.url.replace(/\/$/, '')
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, key, folder, stop }
}

/** The packages of Schemathesis; `undefined` where they can't be had, which is said. */
const fetchSchemathesis = async (): Promise<string | undefined> => {
  try {
    return await fetchPythonPackages('schemathesis', requirements, (reason) => console.log(`NOT RUN: ${reason}`))
  } catch {
    return undefined
  }
}

/** Schemathesis with the examples of the OpenAPI document and some of its own; `true`: no answer contradicts the document. */
export const runOpenApi = async (): Promise<boolean> => {
  const packages = await fetchSchemathesis()
  if (packages === undefined) return true
  const demo = await startDemo()
  try {
    const phases = ['--phases', 'examples,fuzzing', '--max-examples', '2', '--seed', '1']
    const which = ['--include-path-regex', '^/admin', '--exclude-path-regex', leftOut, '--checks', checks.join(',')]
    const how = ['--no-color', 'run', `${demo.url}/openapi.json`, '-H', `x-admin-key: ${demo.key}`]
    const child = Bun.spawn(
      ['python3', '-m', 'schemathesis.cli', ...how, ...which, ...phases, '--request-timeout', '30'],
      {
        cwd: demo.folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
        stderr: 'inherit',
      },
    )
    const printed = await child.stdout.text()
    const isGood = (await child.exited) === 0
    console.log(isGood ? 'openapi: no answer contradicts the document' : printed)
    return isGood
  } finally {
    await demo.stop()
  }
}
