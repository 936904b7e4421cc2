import { startFixture } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'

type Fixture = Awaited<ReturnType<typeof startFixture>>
type Scene = Parameters<typeof startFixture>[0]

/** A gateway whose tenant `acme` is asked before every write, and a vendor that counts. */
export const startAsking = async (scene: Scene = {}, options: object = { ask: ['*:write'] }) => {
  const fixture = await startFixture(scene)
  const { gateway, upstream } = fixture
  await gateway.admin('PATCH', '/admin/tenants/acme', { options })
  return { ...fixture, ...createAsker(gateway, upstream) }
}

/** The requests of a caller and an administrator for calls that wait. */
export const createAsker = (gateway: Fixture['gateway'], upstream: Fixture['upstream']) => {
  const authorization = (token: string) => ({ authorization: `Bearer ${token}` })
  const path = (id: string): string => `/api/v1/acme/approvals/${id}`

  /** Asks, and returns the approval's id. */
  const ask = async (body: object, headers: Readonly<Record<string, string>> = {}, token = tokenOf('acme')) => {
    const { status, body: answer } = await gateway.call('acme', 'fixture', body, { headers, token })
    if (status !== 202) throw new Error(`the call was answered ${status}: ${JSON.stringify(answer)}`)
    return answer.data.approval_id as string
  }

  const show = async (id: string) => (await gateway.admin('GET', `/admin/approvals/${id}`)).body

  const decide = (id: string, digest: string, decision: 'approve' | 'refuse' = 'approve', more: object = {}) =>
    gateway.admin('POST', `/admin/approvals/${id}/decision`, { decision, digest, ...more })

  return {
    ask,
    show,
    decide,
    async approve(id: string) {
      return decide(id, (await show(id)).digest)
    },
    /** As the caller of the call sees it. */
    read: (id: string, token = tokenOf('acme')) => gateway.send('GET', path(id), authorization(token)),
    withdraw: (id: string, token = tokenOf('acme')) => gateway.send('DELETE', path(id), authorization(token)),
    decideAs: (id: string, token: string, body: unknown) =>
      gateway.send('POST', `${path(id)}/decision`, authorization(token), body),
    /** Waits until nothing can change any more. */
    async ended(id: string) {
      for (;;) {
        const { body } = await gateway.admin('GET', `/admin/approvals/${id}`)
        if (body.state !== 'waiting' && body.state !== 'approved') return body
        await Bun.sleep(10)
      }
    },
    async mint(members: object = {}): Promise<{ readonly token: string; readonly token_id: string }> {
      return (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...members })).body
    },
    /** Counts the vendor's requests since the asker was created. */
    countSent() {
      const before = upstream.requests.length
      return () => upstream.requests.length - before
    },
  }
}
