// Test lanes: slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { lockAsEarlier } from './lock-as-earlier.ts'

const emptyFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const startWriter = (folder: string) => {
  const writer = Bun.spawn([process.execPath, join(import.meta.dirname, 'sqlite-writer.ts'), folder], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  onTestFinished(() => writer.kill('SIGKILL'))
  return writer
}

/** Kills the writer after `enough` lines, and returns the complete lines that it printed. */
const killAfter = async (writer: ReturnType<typeof startWriter>, enough: number): Promise<readonly string[]> => {
  let printed = ''
  const decoder = new TextDecoder()
  for await (const chunk of writer.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    if (printed.split('\n').length > enough) writer.kill('SIGKILL')
  }
  await writer.exited
  return printed.split('\n').slice(0, -1)
}

describe('one process owns a data directory', () => {
  it('while one process has it, another names the reason why it can not open it', async () => {
    const folder = await emptyFolder()
    const writer = startWriter(folder)
    await writer.stdout.getReader().read()
    expect(() => openSqliteStore(folder)).toThrow(`${folder} is in use by another Patchbay process`)
    expect(writer.exitCode).toBeNull()
  })

  it('a second process ends with that message', async () => {
    const folder = await emptyFolder()
    const store = openSqliteStore(folder)
    const second = startWriter(folder)
    expect(await second.exited).not.toBe(0)
    expect(await second.stderr.text()).toContain(`${folder} is in use by another Patchbay process`)
    await store.ping('configuration')
    await store.close()
  })

  it.each(['patchbay.sqlite', 'audit.sqlite'])(
    'a gateway of an earlier version, which locks %s, is refused meanwhile, and refuses ours in its turn',
    async (file) => {
      const folder = await emptyFolder()
      const store = openSqliteStore(folder)
      const earlier = () =>
        Bun.spawn([process.execPath, '-e', lockAsEarlier(join(folder, file))], { stdout: 'pipe', stderr: 'pipe' })
      const refused = earlier()
      expect([await refused.exited, await refused.stderr.text()]).toEqual([
        1,
        expect.stringContaining('database is locked'),
      ])
      await store.close()

      const first = earlier()
      onTestFinished(() => first.kill('SIGKILL'))
      await first.stdout.getReader().read()
      const holder = new RegExp(`in use by another Patchbay process \\(process ${first.pid},.*holds its file ${file}`)
      expect(() => openSqliteStore(folder)).toThrow(holder)
      first.kill('SIGKILL')
      await first.exited
      await openSqliteStore(folder).close()
    },
  )

  it('the same process is refused as well, and the store that it has goes on', async () => {
    const folder = await emptyFolder()
    const store = openSqliteStore(folder)
    expect(() => openSqliteStore(folder)).toThrow('in use by another Patchbay process')
    const second = startWriter(folder)
    expect(await second.exited).not.toBe(0)
    await store.close()
    await openSqliteStore(folder).close()
  })

  it('a killed process leaves no lock, and all that it acknowledged is there', async () => {
    const folder = await emptyFolder()
    const lines = await killAfter(startWriter(folder), 100)
    const acknowledged = lines.flatMap((line) => line.split(' '))

    const store = openSqliteStore(folder)
    const recorded = new Set<string>()
    for (let before: string | undefined; ; ) {
      const page = await store.audit.query({ limit: 1000, before })
      for (const { id } of page) recorded.add(id)
      before = page.at(-1)?.id
      if (page.length < 1000) break
    }
    for (const { id } of await store.tenants.list({ limit: 100_000 })) recorded.add(id)
    await store.close()

    const lost = acknowledged.filter((id) => !recorded.has(id))
    expect(acknowledged.length).toBeGreaterThanOrEqual(900)
    expect(lost).toEqual([])
  })
})
