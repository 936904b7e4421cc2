/** The part of https://jsonplaceholder.typicode.com that docs/first-provider.md uses, on loopback: posts, by number and in pages. */
export const startPostsApi = () => {
  const posts = Array.from({ length: 10 }, (_, n) => ({ userId: 1, id: n + 1, title: `Post ${n + 1}`, body: 'Text' }))

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/posts') return Response.json(posts.find(({ id }) => pathname === `/posts/${id}`) ?? {})
      const [page, size] = [Number(searchParams.get('_page') ?? 1), Number(searchParams.get('_limit') ?? 10)]
      const found = posts.filter(({ userId }) => String(userId) === (searchParams.get('userId') ?? '1'))
      return Response.json(found.slice((page - 1) * size, page * size))
    },
  })
  return { origin: server.url.origin, stop: () => server.stop(true) }
}
