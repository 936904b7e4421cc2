/** How the blocks are run that ask a vendor's address: at a terminal, with `far-vendors.ts` behind the proxy of the environment. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { root } from '../pages.ts'
import type { Reader } from '../reader.ts'
import type { RunHere } from './console-rule.ts'
import { startFarVendors } from './far-vendors.ts'

const token = 'token-of-linear'
let vendors: Awaited<ReturnType<typeof startFarVendors>> | undefined
const openVendors = async (reader: Reader) => {
  vendors ??= await startFarVendors(join(reader.machine, 'far'), token)
  return vendors
}
export const stopVendors = async (): Promise<void> => vendors?.stop()

/** What a person sees and does: Enter takes what is proposed, and a link is opened. */
const person = () => {
  const opened = new Set<string>()
  return (shown: string): string | undefined => {
    const [, link] = /^open in a browser: (\S+)\r?\n/m.exec(shown) ?? []
    if (link && !opened.has(link)) {
      opened.add(link)
      void vendors?.open(link)
    }
    return /Enter takes the marked one|❯ [a-z\d-]+\s*$/.test(shown) ? '\r' : undefined
  }
}

/** Lines stand one below the other, with what a terminal shows in between; `...` and what differs each time is left open. */
const evenLines = (text: string): string =>
  text
    .replaceAll('...', '…')
    .replaceAll('/as/authorize', '/authorize')
    .replaceAll(/process \d+|on \d{4}-\d\d-\d\d/g, '…')
    .replaceAll('\n', '\n…\n')

const atTerminal: RunHere = {
  person,
  env: async (reader) => ({ ...(await openVendors(reader)).env, PLUGINS_DIR: 'plugins' }),
  even: (text) => `…${evenLines(text)}…`,
  look: ({ reader }) => rmSync(join(reader.folder, 'plugins'), { recursive: true, force: true }),
}

export const addTools: RunHere = atTerminal

export const addVendor: RunHere = {
  ...atTerminal,
  async values(reader) {
    const plugins = join(reader.folder, 'plugins')
    rmSync(plugins, { recursive: true, force: true })
    mkdirSync(plugins)
    await reader.startGateway('PLUGINS_DIR=plugins npx bun start', '…Patchbay listens on http://localhost:3000\n…')
    return [['on port 3000', `on port ${reader.port}`]]
  },
}

/** An import into the repository, which is undone. */
const importing = (id: string): RunHere => ({
  env: async (reader) => {
    writeFileSync(join(reader.folder, 'token.txt'), token)
    return (await openVendors(reader)).env
  },
  look({ reader }) {
    const place = join(reader.folder, 'providers', id)
    expect(JSON.parse(readFileSync(join(place, 'import.json'), 'utf8')).source).toMatch(/^https:/)
    rmSync(place, { recursive: true })
    const before = join(root, 'providers', id)
    if (id === 'confluence') cpSync(before, place, { recursive: true })
  },
})
export const importTools = importing('linear-mcp')
export const importDocument = importing('confluence')

export const addTeam: RunHere = {
  person,
  env: async (reader) => (await openVendors(reader)).env,
  async start(reader, commands) {
    const { env } = await openVendors(reader)
    const shell = Object.entries(env).map(([name, value]) => `export ${name}=${value}\n`)
    const { exitCode, stderr } = await reader.startGateway(
      [...shell, commands[0], '\n', commands.at(-1)].join(''),
      '…Patchbay listens on http://localhost:3000\n…',
    )
    expect(exitCode, stderr).toBe(null)
  },
}

export const connectTeam: RunHere = { standIns: ['claude'] }

export const writeForTeam: RunHere = {
  values: ({ url }) => [
    [
      'approve 01a22d…',
      `approve $(curl -s -H "x-admin-key: $ADMIN_KEY" "${url}/admin/approvals?state=waiting&tenant=team" | grep -o '"approval_id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)`,
    ],
  ],
  even: (text) => text.replaceAll(/"approval_id":"[^"]*"/g, '"approval_id":"…"'),
  look: () =>
    expect
      .poll(() => vendors?.issues)
      .toEqual([
        {
          pathname: '/api/v1/repos/team/shop/issues',
          key: expect.stringContaining('a-token-of-gitea'),
          body: { title: 'Tea is out' },
        },
      ]),
}
