import { createHmac } from 'node:crypto'
import { signed, type UnsignedRequest } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer, redirect } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'
import { aws, signatureV4 } from './signature-v4.ts'

/** AWS's own test suite: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-test-suite.html */
const amazon = {
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}

/** An HMAC in the query, over all that stands in it before. */
const byHmac = signed({
  secrets: ['signing_key'],
  sign: ({ method, url, body }, { signing_key }) => ({
    query: { sig: createHmac('sha256', signing_key).update(`${method} ${url}\n`).update(body).digest('hex') },
  }),
})

const key = 'signing/key=1'
let late = 0

const { call } = await startFixture({
  providers: [
    variant('aws', { auth: aws }),
    variant('hmac', { auth: byHmac }),
    variant('counted', {
      auth: signed({
        secrets: ['signing_key'],
        sign: ({ at }) => ({ headers: { 'X-Try': `${++late} ${at.getTime()}` } }),
      }),
    }),
    variant('sly-host', {
      auth: signed({ secrets: ['signing_key'], sign: () => ({ headers: { Host: 'a.example' } }) }),
    }),
    variant('sly-promise', {
      auth: signed({ secrets: ['signing_key'], sign: (async () => ({ headers: { a: 'b' } })) as () => object }),
    }),
    variant('sly-throw', {
      auth: signed({
        secrets: ['signing_key'],
        sign: (_request, { signing_key }) => {
          throw new Error(`I know ${signing_key}`)
        },
      }),
    }),
    fixture,
  ],
  credentials: {
    aws: { secrets: amazon },
    ...Object.fromEntries(
      ['hmac', 'counted', 'sly-host', 'sly-promise', 'sly-throw'].map((id) => [id, { secrets: { signing_key: key } }]),
    ),
  },
})

const get = { action: 'get', id: '1' }
const works = [answer(200, {})]

describe('Signature Version 4, written as a plugin', () => {
  const vectors: [name: string, request: Pick<UnsignedRequest, 'method' | 'url'>, signature: string][] = [
    [
      'get-vanilla',
      { method: 'GET', url: 'https://example.amazonaws.com/' },
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'get-vanilla-query-order-key-case',
      { method: 'GET', url: 'https://example.amazonaws.com/?Param2=value2&Param1=value1' },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'post-vanilla',
      { method: 'POST', url: 'https://example.amazonaws.com/' },
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
  ]
  it.each(vectors)('makes the signature that AWS publishes for %s', (_name, request, signature) => {
    const at = new Date('2015-08-30T12:36:00Z')
    const { headers } = aws.sign({ ...request, headers: {}, body: new Uint8Array(), at }, amazon)
    expect(headers?.Authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
    )
  })

  it.each([
    ['a read with a query', { ...get, filter: { a: 'b c', d: "e'(f)*" } }],
    ['a write with a JSON body', { action: 'create', name: 'Zoë & co' }],
    ['a write with a form', { action: 'pay', amount: 7, metadata: { a: 'b&c' } }],
  ])('is valid for what reaches the vendor: %s', async (_what, body) => {
    const { status, sent } = await call(body, works, 'aws')
    expect(status).toBe(200)
    const [request] = sent as [(typeof sent)[number]]
    const time = request.headers['x-amz-date']?.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5')
    const received = {
      method: request.method as UnsignedRequest['method'],
      url: `http://${request.headers.host}${request.url}`,
      headers: {},
      body: request.bytes,
      at: new Date(time ?? ''),
    }
    const expected = signatureV4('us-east-1', 'service')(received, amazon)
    expect(request.headers.authorization).toBe(expected.headers?.Authorization)
    expect(JSON.stringify(request)).not.toContain(amazon.secret_access_key)
  })
})

describe('a signature', () => {
  it('may go into the query, behind what it signs', async () => {
    const { sent } = await call({ ...get, filter: { a: 'b' } }, works, 'hmac')
    const [url = '', signature] = (sent[0]?.url ?? '').split('&sig=')
    expect(url).toBe('/things/1?filter%5Ba%5D=b')
    const signs = `GET http://${sent[0]?.headers.host}${url}\n`
    expect(signature).toBe(createHmac('sha256', key).update(signs).digest('hex'))
  })

  it('is made anew for each page', async () => {
    const link = { link: '</more?p=2&sig=theirs>; rel="next"' }
    const pages = [answer(200, [{ id: 1 }], link), answer(200, [{ id: 2 }])]
    const { sent } = await call({ action: 'list_by_link', limit: 4 }, pages, 'hmac')
    const signatures = sent.map(({ url }) => new URL(url, 'http://upstream').searchParams.getAll('sig'))
    expect(signatures).toEqual([[expect.stringMatching(/^\w{64}$/)], [expect.stringMatching(/^\w{64}$/)]])
    expect(signatures[0]).not.toEqual(signatures[1])
  })

  it('is made anew for each try', async () => {
    const { status, sent } = await call(get, [answer(503, {}), ...works], 'counted')
    expect(status).toBe(200)
    const tries = sent.map(({ headers }) => headers['x-try']?.split(' ').map(Number) ?? [])
    expect(tries.map(([number]) => number)).toEqual([1, 2])
    expect(tries[1]?.[1]).toBeGreaterThanOrEqual(tries[0]?.[1] ?? Number.NaN)
  })

  it('goes along to no redirect, as it holds for one URL', async () => {
    const { body, sent } = await call(get, [redirect('/elsewhere'), ...works], 'hmac')
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
    expect(sent).toHaveLength(1)
  })

  it.each(['sly-host', 'sly-promise', 'sly-throw'])(
    'that is a bug sends nothing and shows no secret: %s',
    async (domain) => {
      const { body, text, sent } = await call(get, works, domain)
      expect(body).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 })
      expect(text).not.toContain(key)
      expect(sent).toEqual([])
    },
  )

  it('keeps the secrets out of errors that say them back', async () => {
    const { text } = await call(get, [answer(400, { fault: { words: `bad ${key}` }, key })], 'hmac')
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(key)
  })
})
