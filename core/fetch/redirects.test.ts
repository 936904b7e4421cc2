import { describe, expect, test } from 'vitest'
import { fetcher, request, serve, textOf } from './testing/upstream.ts'

describe('redirects', () => {
  /** /0 answers; /<n> redirects to /<n - 1>; anything else redirects to `to`. */
  const chain = (to: string, status = 302) =>
    serve((request) => {
      const left = Number(new URL(request.url).pathname.slice(1))
      if (left === 0) return new Response(`end ${request.headers.get('authorization')}`)
      return new Response('moved', { status, headers: { location: Number.isNaN(left) ? to : `/${left - 1}` } })
    })
  const headers = { authorization: 'Bearer secret' }

  test.each([301, 302, 303, 307, 308])(
    'with status %i are followed on the same origin, with the headers',
    async (status) => {
      const { origin } = chain('', status)
      expect(await textOf(`${origin}/3`, { headers, redirects: 'same-origin' })).toBe('end Bearer secret')
    },
  )

  test.each([
    ['a fourth one', '/4', 'GET', 'same-origin'],
    ['one on a POST', '/1', 'POST', 'same-origin'],
    ['one where none is wanted', '/1', 'GET', 'none'],
  ] as const)('are refused: %s', async (_, path, method, redirects) => {
    const { origin } = chain('')
    const rest = { method, redirects, headers }
    await expect(fetcher(request(origin + path, rest))).rejects.toMatchObject({ kind: 'redirect', retryable: false })
  })

  test('to another port, host or scheme are refused and nothing arrives there', async () => {
    const seen: string[] = []
    const other = serve(({ url }) => new Response(String(seen.push(url))))
    const targets = [
      other.origin,
      `//127.0.0.1:${other.port}/x`,
      `http://localhost:${other.port}`,
      'file:///etc/passwd',
    ]
    for (const to of targets) {
      const { origin } = chain(to)
      const rest = { headers, redirects: 'same-origin' } as const
      await expect(fetcher(request(`${origin}/away`, rest))).rejects.toMatchObject({ kind: 'redirect' })
    }
    expect(seen).toEqual([])
  })

  test('to the same origin by its full URL are followed, but not with credentials in it', async () => {
    const { origin, port } = serve(({ url }) =>
      new URL(url).pathname === '/end'
        ? new Response('end')
        : Response.redirect(new URL(url).searchParams.get('to') ?? ''),
    )
    const rest = { redirects: 'same-origin' } as const
    expect(await textOf(`${origin}/?to=${origin}/end`, rest)).toBe('end')
    const smuggled = `${origin}/?to=http://user:password@127.0.0.1:${port}/end`
    await expect(fetcher(request(smuggled, rest))).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('without a location are refused, other 3xx are answers', async () => {
    const { origin } = serve(({ url }) => new Response(null, { status: Number(new URL(url).pathname.slice(1)) }))
    const rest = { redirects: 'same-origin' } as const
    await expect(fetcher(request(`${origin}/302`, rest))).rejects.toMatchObject({ kind: 'redirect' })
    expect((await fetcher(request(`${origin}/300`, rest))).status).toBe(300)
  })
})
