import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { collectorAgent } from './collector-agent.ts'

const look = (hostname: string, all: boolean) =>
  new Promise<unknown>((resolve) =>
    collectorAgent().lookup?.(hostname, { all }, (error, addresses: string | LookupAddress[], family) =>
      resolve(error ? 'no address' : [addresses, family]),
    ),
  )

test('the collector’s name is looked up in either form that a socket asks for', async () => {
  expect(await look('localhost', false)).toEqual([expect.stringMatching(/^127\.0\.0\.1$|^::1$/), expect.any(Number)])
  expect(await look('localhost', true)).toEqual([
    expect.arrayContaining([expect.objectContaining({ family: 4 })]),
    undefined,
  ])
  expect(await look('nobody.invalid', true)).toBe('no address')
})
