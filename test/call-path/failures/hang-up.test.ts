import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer, hold, trickle } from '../../providers/scripted.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream, audited } = await startFixture()
const never = new Promise<never>(() => {})

/** Waits for the audit entry of a call that nobody waits for any more. */
const isAudited = (request_id: string, entry: object) =>
  expect.poll(() => audited(), { interval: 5, timeout: 5000 }).toMatchObject({ request_id, ...entry })

describe('a caller that hangs up', () => {
  const waiting: [when: string, body: object, behaviour: ReturnType<typeof trickle>][] = [
    ['while the provider thinks', { action: 'get', id: '1' }, hold(never, answer(200))],
    ['while the provider’s answer comes', { action: 'get', id: '1' }, trickle()],
  ]
  it.each(waiting)(
    '%s: the provider’s connection is closed, and it is audited as such',
    async (when, body, behaviour) => {
      upstream.play(behaviour)
      const caller = new AbortController()
      const id = when.replaceAll(/[^a-z]/g, '-')
      const before = upstream.requests.length
      const pending = gateway.call('acme', 'fixture', body, { signal: caller.signal, headers: { 'x-request-id': id } })
      const gone = expect(pending).rejects.toThrow('abort')
      await upstream.received(before + 1)
      caller.abort()
      await gone
      await upstream.requests.at(-1)?.hungUp
      await isAudited(id, {
        code: 'CLIENT_CLOSED',
        status: 499,
        outcome: 'error',
        key: 'fixture/main',
      })
      expect(upstream.requests.length).toBe(before + 1)
    },
  )

  it('in the middle of its body: audited, and no provider is called', async () => {
    const before = upstream.requests.length
    const { port, hostname } = new URL(gateway.url)
    const head = [
      'POST /api/v1/acme/fixture HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${tokenOf('acme')}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      'X-Request-Id: half-a-body',
      '',
      '{"action":',
    ].join('\r\n')
    const socket = connect({ port: Number(port), host: hostname }, () => socket.write(head, () => socket.end()))
    socket.on('error', () => {})
    await isAudited('half-a-body', { code: 'CLIENT_CLOSED', status: 499, action: null })
    expect(upstream.requests.length).toBe(before)
  })
})
