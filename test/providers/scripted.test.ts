import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import {
  answer,
  type Behaviour,
  drop,
  dropMidway,
  gzipBomb,
  hold,
  huge,
  redirect,
  type Scripted,
  startScripted,
  trickle,
} from './scripted.ts'

let upstream: Scripted
const start = async (...behaviours: [Behaviour, ...Behaviour[]]) => {
  upstream = await startScripted(...behaviours)
  return upstream
}
afterEach(() => upstream.stop())

describe('a scripted upstream', () => {
  it('answers in turn, repeats the last answer and records what it was asked', async () => {
    const { origin, requests } = await start(answer(500, { error: 'once' }), answer(200, { ok: true }))
    const asked = { method: 'POST', body: 'a=1', headers: { 'x-asked': 'yes' } }
    const first = await fetch(`${origin}/a?b=%20c`, asked)
    expect([first.status, await first.json()]).toEqual([500, { error: 'once' }])
    expect(await (await fetch(origin)).json()).toEqual({ ok: true })
    expect(await (await fetch(origin)).json()).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/a?b=%20c', body: 'a=1', headers: { 'x-asked': 'yes' } })
  })

  it('holds an answer back until it is released', async () => {
    const gate = Promise.withResolvers<void>()
    const { origin, received } = await start(hold(gate.promise, answer(204)))
    let answered = false
    const pending = fetch(origin).finally(() => {
      answered = true
    })
    await received(1)
    expect(answered).toBe(false)
    gate.resolve()
    expect((await pending).status).toBe(204)
  })

  it('drops the connection before and amid an answer', async () => {
    const { origin } = await start(drop(), dropMidway())
    const once = { keepalive: false }
    await expect(fetch(origin, once)).rejects.toThrow()
    await expect(fetch(origin, once).then((response) => response.text())).rejects.toThrow()
  })

  it('trickles until the client hangs up, and notices that', async () => {
    const { origin, requests } = await start(trickle())
    const client = new AbortController()
    const response = await fetch(origin, { signal: client.signal })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value).toBeDefined()
    client.abort()
    await requests[0]?.hungUp
  })

  it('notices a client that hangs up before there is an answer', async () => {
    const { origin, requests, received } = await start(hold(new Promise(() => {}), answer(200)))
    const client = new AbortController()
    const pending = fetch(origin, { signal: client.signal }).catch(() => 'aborted')
    await received(1)
    client.abort()
    expect(await pending).toBe('aborted')
    await requests[0]?.hungUp
  })

  it('sends bodies of the size asked for, plain and compressed', async () => {
    const { origin } = await start(huge(3_000_000), gzipBomb(3_000_000))
    expect((await (await fetch(origin)).text()).length).toBe(3_000_000)
    const packed = await fetch(origin, { decompress: false })
    const bytes = await packed.bytes()
    expect(bytes.length).toBeLessThan(30_000)
    expect(gunzipSync(bytes).length).toBe(3_000_000)
  })

  it('redirects', async () => {
    const { origin } = await start(redirect('http://169.254.169.254/', 307))
    const response = await fetch(origin, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([307, 'http://169.254.169.254/'])
  })
})
