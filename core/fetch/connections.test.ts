import { describe, expect, test } from 'vitest'
import { createFetcher, parseAllowedHosts } from './index.ts'
import { fetcher, request, serve, serveBoth, serveRaw } from './testing/upstream.ts'

describe('connections', () => {
  const free = () => {
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    server.stop(true)
    return Number(server.port)
  }
  const at = (...addresses: string[]) =>
    createFetcher({ allowed: parseAllowedHosts('127.0.0.0/8'), resolve: async () => addresses })

  test('that are refused give the error `unreachable`, which is retryable', async () => {
    const refused = fetcher(request(`http://127.0.0.1:${free()}/?key=secret`))
    await expect(refused).rejects.toMatchObject({ kind: 'unreachable', retryable: true })
    await expect(refused).rejects.toThrow(/^127\.0\.0\.1:\d+ can't be reached/)
  })

  test('are tried at the next address of the name; the address that worked comes first afterwards', async () => {
    const { port } = serve(() => new Response('one'))
    const two = at('127.0.0.2', '127.0.0.1')
    const answer = async () => Buffer.from((await two(request(`http://two.test:${port}/`))).bytes).toString()
    expect(await answer()).toBe('one')
    serve(() => new Response('two'), '127.0.0.2', port)
    expect(await answer()).toBe('one')
  })

  test('that broke after the request was sent are not tried at the next address', async () => {
    let requests = 0
    const dropping = await serveBoth(
      () => serveRaw('', true, '127.0.0.2'),
      () => new Response(String(++requests)),
      '127.0.0.1',
    )
    const write = request(`http://two.test:${dropping.port}/`, { method: 'POST', body: 'pay' })
    await expect(at('127.0.0.2', '127.0.0.1')(write)).rejects.toMatchObject({ kind: 'broken', retryable: true })
    expect([dropping.requests(), requests]).toEqual([1, 0])
  })

  test('go to the address that was checked when the name changes its answer between check and use', async () => {
    const { port } = await serveBoth(
      () => serve(() => new Response('checked')),
      () => new Response('internal'),
      '127.0.0.2',
    )
    const answers = ['127.0.0.1', '127.0.0.2']
    const allowed = parseAllowedHosts('127.0.0.1/32')
    const rebinding = createFetcher({ allowed, resolve: async () => [answers.shift() ?? '127.0.0.2'] })
    const changing = request(`http://rebind.test:${port}/`)
    for (let call = 0; call < 3; call++) {
      expect(Buffer.from((await rebinding(changing)).bytes).toString()).toBe('checked')
    }
    // A thousand other origins evict the checked one, so its new address is checked again.
    for (let other = 0; other < 1000; other++) answers.unshift('127.0.0.1')
    for (let other = 0; other < 1000; other++) await rebinding.check(`http://${other}.test/`, changing.signal)
    await expect(rebinding(changing)).rejects.toMatchObject({ kind: 'refused-address', retryable: false })
  })
})
