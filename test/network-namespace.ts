import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const unshare = ['unshare', '--map-root-user', '--net', '--mount', '--fork', '--kill-child', '--']
const setUp =
  'mount --bind "$0/resolv.conf" /etc/resolv.conf && mount --bind "$0/hosts" /etc/hosts && ip link set lo up'

/**
 * A network of its own for a script: loopback and nothing else, with the given files for names. It ends with the script.
 * `missing` says why this machine can make none.
 */
export const createNamespace = (files: Readonly<Record<'resolv.conf' | 'hosts', string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-names-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const tried = Bun.which('unshare')
    ? Bun.spawnSync([...unshare, 'sh', '-c', setUp, folder])
    : { success: false, stderr: 'there is no unshare (util-linux)' }
  return {
    missing: tried.success ? undefined : `no network namespace can be made: ${String(tried.stderr).trim()}`,
    /** Runs a script under Bun and answers the JSON that it printed last. */
    async run(script: string): Promise<unknown> {
      const command = [...unshare, 'sh', '-c', `${setUp} && exec "$@"`, folder, process.execPath, script]
      const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
      const printed = await new Response(child.stdout).text()
      if ((await child.exited) !== 0) throw new Error(`${script} failed: ${printed}`)
      return JSON.parse(printed.trim().split('\n').at(-1) ?? '')
    },
    remove: (): void => rmSync(folder, { recursive: true }),
  }
}
