import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntry } from '../../../../test/contract/samples.ts'
import { type Admin, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(() => {
  admin = openAdmin()
})
afterAll(() => admin.close())

/** The CSV of an entry with this key. */
const csvOf = async (key: string): Promise<string> => {
  const tenant = `tenant-${Bun.randomUUIDv7()}`
  await admin.store.audit.append([auditEntry(new Date(), { tenant, key })])
  const { status, body } = await admin.call('GET', `/admin/audit/export?tenant=${tenant}&format=csv`)
  expect(status).toBe(200)
  return body
}

describe('the CSV export of the audit log', () => {
  test('a cell that a spreadsheet would calculate is text', async () => {
    const evil = '=HYPERLINK("http://evil.example","x")'
    expect(await csvOf(evil)).toContain(`"'${evil.replaceAll('"', '""')}"`)
  })

  // RFC 4180, section 2. Readers also end a record at a bare line feed or carriage return.
  test.each([
    ['line feed', '\n'],
    ['return', '\r'],
    ['CRLF', '\r\n'],
  ])('a %s in a key begins no record', async (_name, end) => {
    expect(await csvOf(`x${end}=1+1`)).toContain(`,rest,"x${end}=1+1",ok,`)
  })
})
