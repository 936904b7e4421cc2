import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Differences } from '@patchbay/core/imported'
import type { Configuration } from '../configuration/configuration.ts'
import { projectRoot } from '../project-root.ts'

/** Reads a provider's document anew and compares it with what is installed in `folder`. Rejects with Error that says why it can't. */
export type CompareDocument = (
  provider: { readonly id: string; readonly folder: string },
  signal: AbortSignal,
) => Promise<Differences>

const mostTimeMs = 120_000
const longestReason = 300
/** The child's priority, below that of the gateway. */
const priority = 10

/** In a source tree codegen itself; in the image, which has no codegen, what its build bundled. */
const program = (): string => {
  const source = join(projectRoot, 'codegen/import/compare-main.ts')
  return existsSync(source) ? source : join(projectRoot, 'server/generated/bundle/import/compare-main.js')
}

/** No secret of the gateway is among these. */
const inherited = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'TMPDIR']

const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(inherited.map((name) => [name, process.env[name]]))

/** The last line that a program wrote, which may quote a vendor's text. */
const reasonIn = (output: string): string =>
  (output.trim().split('\n').at(-1) ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, longestReason)

/**
 * Imports in a process of its own: an import takes up to some hundred megabytes, which the gateway would keep. That process reads the
 * document by the gateway's rules: its proxy, and no private address but those that it allows.
 */
export const createCompareDocument =
  ({
    allowedPrivateHosts,
    outgoingProxy,
  }: Pick<Configuration, 'allowedPrivateHosts' | 'outgoingProxy'>): CompareDocument =>
  async ({ id, folder }, signal) => {
    const request = { id, folder, allowed: allowedPrivateHosts, proxy: outgoingProxy }
    const child = Bun.spawn([process.execPath, program()], {
      // A folder without an `.env` file, from which Bun would read the gateway's secrets.
      cwd: '/',
      env: environment(),
      stdin: new Blob([JSON.stringify(request)]),
      stdout: 'pipe',
      stderr: 'pipe',
      signal: AbortSignal.any([signal, AbortSignal.timeout(mostTimeMs)]),
      killSignal: 'SIGKILL',
    })
    setPriority(child.pid, priority)
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    if (child.exitCode === 0) return JSON.parse(out)
    signal.throwIfAborted()
    throw new Error(reasonIn(error) || `the import ended by ${child.signalCode ?? `code ${child.exitCode}`}`)
  }
