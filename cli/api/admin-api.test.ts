import { expect, onTestFinished, test } from 'vitest'
import { openAdminApi } from './admin-api.ts'

test.each(['.', '..'])(
  'a name that a URL takes for a folder (%s) is refused, not sent to another route',
  async (tenant) => {
    const asked: string[] = []
    const gateway = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch({ method, url }) {
        asked.push(`${method} ${new URL(url).pathname}`)
        return new Response(null, { status: 204 })
      },
    })
    onTestFinished(() => gateway.stop(true))
    const api = openAdminApi(gateway.url.origin, 'a-key')
    const path = { tenant, token_id: 'sessions' }
    const revoking = (async () => await api.DELETE('/admin/auth/{tenant}/{token_id}', { params: { path } }))()
    await expect(revoking).rejects.toThrow(`tenant: must not be ${tenant}`)
    expect(asked).toEqual([])
  },
)
