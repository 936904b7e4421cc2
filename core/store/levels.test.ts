import { expect, test } from 'vitest'
import { featureAbove } from './levels.ts'

test('code that is turned off takes gateways which obey that; code that may be run takes none', () => {
  expect(featureAbove(5, { code: false })).toMatchObject({ level: 6, name: expect.stringContaining('`code`') })
  expect([featureAbove(6, { code: false }), featureAbove(5, { code: true }), featureAbove(5, {})]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
