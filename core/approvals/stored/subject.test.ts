import { expect, test } from 'vitest'
import type { Domain } from '../../schema/index.ts'
import { describeSubject } from './subject.ts'

const payment = {
  amount: { at: ['/amount'], currency: 'EUR', unit: 'minor' },
  recipient: ['/to'],
}
const domain = { source: { action: () => ({ roles: payment }) } } as unknown as Domain
const describe = (parameters: Readonly<Record<string, unknown>>, of: Domain | undefined = domain) =>
  describeSubject({ action: 'pay', parameters }, of)

test('amount and recipient come first, then plain parameters by name; what is in an object is left to the whole call', () => {
  const call = { memo: 'Invoice\n  17', to: ['ada@example.org'], amount: 4990, urgent: true, lines: [{ sku: 'a' }] }
  expect(describe(call)).toBe('49.90 EUR · ada@example.org · memo: Invoice 17 · amount: 4990 · urgent: true')
})

test('a call of an unknown provider has its parameters, and one without plain parameters has no line', () => {
  expect(describe({ id: 7 }, undefined)).toBe('id: 7')
  expect(describe({ lines: [] }, undefined)).toBeNull()
  expect(describe({ note: '   ' }, undefined)).toBeNull()
})

test('a long value, and a long line, are cut, and no character is cut in two', () => {
  expect(describe({ note: 'x'.repeat(300) }, undefined)).toBe(`note: ${'x'.repeat(59)}…`)
  expect(describe({ note: '😀'.repeat(100) }, undefined)).toBe(`note: ${'😀'.repeat(59)}…`)
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field_${index}`, 'value']))
  expect([...(describe(many, undefined) ?? '')].length).toBeLessThanOrEqual(160)
})
