import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/gateway.ts'
import { fileHolder, portHolder } from './holders.ts'

/** A process that has `path` open, and a secret among its arguments. */
const startReader = async (path: string) => {
  const code =
    'const { openSync } = require("fs"); openSync(process.argv[1]); console.log("open"); setInterval(() => {}, 1e6)'
  const child = Bun.spawn([process.execPath, '-e', code, path, '--password=hunter2'], { cwd: '/', stdout: 'pipe' })
  await child.stdout.getReader().read()
  return child
}

test('a file is held by another process that has it open, told by its id, name and folder, and never by its arguments', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'file')
  writeFileSync(path, '')
  const own = openSync(path, 'r')
  expect(fileHolder(path)).toBeUndefined()
  const children = await Promise.all([startReader(path), startReader(path)])
  try {
    const holders = fileHolder(path)?.split(' and ') ?? []
    expect(holders).toHaveLength(2)
    for (const { pid } of children)
      expect(holders.join('\n')).toMatch(new RegExp(`^process ${pid}, bun\\S*, in /$`, 'm'))
  } finally {
    for (const child of children) child.kill()
    await Promise.all(children.map(({ exited }) => exited))
    closeSync(own)
    rmSync(folder, { recursive: true })
  }
})

test('nobody holds a file that is not there, or a port on which only this process listens', () => {
  expect(fileHolder('/no/such/file')).toBeUndefined()
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  expect(portHolder(server.port ?? 0)).toBeUndefined()
  server.stop(true)
})
