import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createNamespace } from '../../../test/network-namespace.ts'
import { createBoundedLookUp, resolveByCares } from './look-up.ts'

const never = () => new Promise<never>(() => {})

describe('a look-up', () => {
  test('that is never answered ends after 5 s, and may be tried again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = createBoundedLookUp(never)('silent.test').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(await silent).toMatchObject({
      kind: 'unresolved',
      retryable: true,
      message: 'the name silent.test was not resolved in time',
    })
  })

  test('beside 256 others is refused until one of them has ended', async () => {
    const ends: (() => void)[] = []
    const lookUp = createBoundedLookUp(() => new Promise((resolve) => ends.push(() => resolve(['192.0.2.1']))))
    const [first, ...others] = Array.from({ length: 256 }, (_, n) => lookUp(`${n}.test`))
    await expect(lookUp('one-more.test')).rejects.toMatchObject({ kind: 'unresolved', retryable: true })
    ends[0]?.()
    await first
    const next = lookUp('one-more.test')
    for (const end of ends) end()
    expect(await next).toEqual(['192.0.2.1'])
    await Promise.all(others)
  })

  test.each(['localhost', 'crm.localhost'])('of %s needs no name server', async (name) => {
    expect(await resolveByCares(name)).toEqual(expect.arrayContaining([expect.stringMatching(/^127\.|^::1$/)]))
  })
})

describe('in a network of its own', () => {
  const namespace = createNamespace({ 'resolv.conf': '', hosts: '127.0.0.8 crm.internal\n::1 six.internal\n' })
  afterAll(namespace.remove)

  test.skipIf(namespace.missing)(
    'names of /etc/hosts are known, and those of a name server that was configured after the start',
    { meta: { missing: namespace.missing } },
    async () => {
      expect(await namespace.run(join(import.meta.dirname, '../../../test/late-name-server.ts'))).toEqual({
        hosts: ['127.0.0.8', '::1'],
        before: 'no address',
        after: ['127.0.0.9'],
      })
    },
  )
})
