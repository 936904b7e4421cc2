// Test lanes: slow

import { closeSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { auditEntry } from '../../../../test/contract/samples.ts'
import { temporaryFolder } from '../../../../test/gateway.ts'
import { openSqliteStore } from '../index.ts'

const open = () => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, store }
}

const entriesAt = (at: Date, count: number) =>
  Array.from({ length: count }, (_, nth) => auditEntry(at, { tenant: 'acme' }, nth))

/** A query that the thread answers. */
const ofAcme = { tenant: 'acme', limit: 1000 }

const linkOf = (fd: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    // It was closed meanwhile.
    return ''
  }
}

test('what is acknowledged is in the next report', async () => {
  const { store } = open()
  const now = new Date()
  for (let round = 1; round <= 20; round++) {
    await store.audit.append(entriesAt(new Date(now.getTime() + round), 3))
    expect(await store.reports.entries(ofAcme)).toHaveLength(3 * round)
    expect((await store.reports.statistics(new Date()))['24h'].total).toBe(3 * round)
  }
})

test('what could not be brought to the disk is shown to nobody', async () => {
  const folder = temporaryFolder()
  // It can't be closed in the end.
  const store = openSqliteStore(folder, { reader: { bounds: { idleMs: 1 } } })
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const now = new Date()
  await store.audit.append(entriesAt(now, 2))
  expect(await store.reports.entries(ofAcme)).toHaveLength(2)
  const logs = readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === join(folder, 'audit.sqlite-wal'))
  // The lowest is the writing connection's, the highest that of the thread. From now on nothing can be synced.
  const [, synced = -1] = logs.map(Number).sort((a, b) => a - b)
  closeSync(synced)
  const later = entriesAt(new Date(now.getTime() + 1), 2)
  await expect(store.audit.append(later)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const [newest] = later
  for (const filter of [ofAcme, { limit: 10 }, { id: newest?.id ?? '', limit: 1 }])
    await expect(store.reports.entries(filter)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.reports.statistics(new Date())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

const refuseOthers = (error: unknown): void => {
  expect(error).toMatchObject({ code: 'UNAVAILABLE' })
}

test('reports that follow each other without end do not keep the log from being copied into the database', async () => {
  const { folder, store } = open()
  const now = Date.now()
  await store.audit.append(entriesAt(new Date(now), 20_000))
  let isOver = false
  let reports = 0
  const report = async (): Promise<void> => {
    // On a busy machine one may be given up after a minute, and the next one begins.
    for (; !isOver; reports++) await store.reports.statistics(new Date()).catch(refuseOthers)
  }
  const reading = Promise.all([report(), report(), report()])
  await expect.poll(() => reports).toBeGreaterThan(0)
  let largest = 0
  for (let round = 0; round < 1500; round++) {
    await store.audit.append(entriesAt(new Date(now + 1 + round), 40))
    largest = Math.max(largest, statSync(join(folder, 'audit.sqlite-wal')).size)
    // On a busy machine the thread gets less time than the writes do.
    const before = reports
    if (round % 100 === 0) await expect.poll(() => reports).toBeGreaterThan(before)
  }
  isOver = true
  await reading
  // More than 12,000 frames are written. The log is copied from 1,000 on, as soon as a read has ended.
  expect(largest).toBeLessThan(6000 * 4120)
  expect(reports).toBeGreaterThan(3)
})

test('a store whose thread is in the middle of a report closes, and is whole when it is opened again', async () => {
  const { folder, store } = open()
  await store.audit.append(entriesAt(new Date(), 20_000))
  const reports = Array.from({ length: 10 }, () =>
    store.reports.statistics(new Date()).catch((error: unknown) => error),
  )
  await store.reports.entries(ofAcme)
  await store.close()
  for (const each of await Promise.all(reports)) {
    if (each instanceof Error) expect(each).toMatchObject({ code: 'UNAVAILABLE' })
  }
  expect(readdirSync(folder).sort()).toEqual(['audit.sqlite', 'lock', 'patchbay.sqlite'])
  const again = openSqliteStore(folder)
  expect(await again.audit.query({ limit: 30_000 })).toHaveLength(20_000)
  await again.close()
})
