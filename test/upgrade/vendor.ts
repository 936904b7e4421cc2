/** A vendor on loopback that takes any token, notes it, and refuses what `missing` names. */
export const startVendor = () => {
  const authorizations: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/token') {
        return Response.json({
          access_token: 'access-by-seed',
          refresh_token: 'refresh-2',
          token_type: 'bearer',
          expires_in: 86_400,
        })
      }
      authorizations.push(request.headers.get('authorization') ?? '')
      if ((await request.text()).includes('missing') || pathname.includes('missing')) {
        return Response.json({ message: 'there is none' }, { status: 404 })
      }
      return Response.json({ total: 1, results: [{ id: '1', properties: { email: 'ada@example.com' } }] })
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** The `authorization` headers of the calls, in order. */
    authorizations,
    stop: () => server.stop(true),
  }
}
