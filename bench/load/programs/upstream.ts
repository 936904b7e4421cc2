/**
 * The provider of the bench: HubSpot's answers as fast as Bun can send them. A search finds contacts with their default
 * properties: 10, which is the vendor's default `limit`, or 100 when they are asked for.
 */
const contact = (id: number) => ({
  id: String(id),
  properties: {
    createdate: '2026-01-01T00:00:00.000Z',
    email: `person-${id}@example.com`,
    firstname: 'Ada',
    hs_object_id: String(id),
    lastmodifieddate: '2026-01-02T00:00:00.000Z',
    lastname: 'Lovelace',
  },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  archived: false,
})
const pageOf = (size: number): string =>
  JSON.stringify({
    total: 5000,
    results: Array.from({ length: size }, (_, n) => contact(512_345_678_901 + n)),
    paging: { next: { after: String(size) } },
  })
const [few, many] = [pageOf(10), pageOf(100)]
const created = JSON.stringify(contact(512_345_678_901))
const headers = { 'content-type': 'application/json' }

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const body = await request.text()
    if (request.url.endsWith('/contacts')) return new Response(created, { status: 201, headers })
    return new Response(body.includes('"limit":100') ? many : few, { headers })
  },
})
console.log(server.port)

export {}
