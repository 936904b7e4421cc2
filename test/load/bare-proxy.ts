/** The baseline: the least that a JSON proxy on Bun can do. */
const [upstream] = process.argv.slice(2)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const body = JSON.stringify(await request.json())
    const headers = { 'content-type': 'application/json', authorization: request.headers.get('authorization') ?? '' }
    const answer = await fetch(`${upstream}/crm/v3/objects/contacts/search`, { method: 'POST', headers, body })
    return Response.json(await answer.json(), { status: answer.status })
  },
})
console.log(server.port)

export {}
