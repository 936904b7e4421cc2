/** The provider of the bench: one fixed HubSpot-like page, as fast as Bun can send it. */
const contact = (id: number) => ({
  id: String(id),
  properties: { email: `person-${id}@example.com`, firstname: 'Ada', lastname: 'Lovelace', hs_object_id: String(id) },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  archived: false,
})
const page = JSON.stringify({ total: 5, results: [1, 2, 3, 4, 5].map(contact) })
const headers = { 'content-type': 'application/json' }

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(page, { headers }) })
console.log(server.port)

export {}
