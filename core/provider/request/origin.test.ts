import { describe, expect, it } from 'vitest'
import { buildEndpoint, buildOrigin, endpoint, origin, parseSetting, selfHosted, sharedOrigin } from '../index.ts'

const shop = origin`https://${'shop'}.myshopify.com`
const region = origin`https://${'shop'}.${'region'}.example.com`
const shared = sharedOrigin('https://api.example.com', origin`https://${'company'}.example.com`)

describe("an account's origin", () => {
  it.each([
    ['https://api.hubapi.com', {}, 'https://api.hubapi.com'],
    [shop, { shop: 'acme' }, 'https://acme.myshopify.com'],
    [region, { shop: 'acme', region: 'eu-1' }, 'https://acme.eu-1.example.com'],
  ])('%j with %j is %s', (declared, settings, want) => {
    expect(buildOrigin(declared, settings)).toBe(want)
  })

  it.each([
    [{}],
    [{ shop: '' }],
    [{ shop: 'evil.example/' }],
    [{ shop: 'evil.example#' }],
    [{ shop: 'evil.example?' }],
    [{ shop: 'evil.example\\' }],
    [{ shop: 'user@evil' }],
    [{ shop: 'evil:443' }],
    [{ shop: 'a b' }],
    [{ shop: 'a%2eb' }],
    [{ shop: 'Acme' }],
    [{ shop: 'a\nb' }],
    [Object.create({ shop: 'inherited' })],
  ])('settings %j make no origin', (settings) => {
    expect(() => buildOrigin(shop, settings)).toThrow(TypeError)
  })

  describe('of a vendor that has another one for some accounts', () => {
    const site = { ...shop, instead: endpoint`https://api.example.com/sites/${'id'}` }

    it.each([
      [{ shop: 'acme' }, 'https://acme.myshopify.com'],
      [{ id: 'a-1' }, 'https://api.example.com/sites/a-1'],
      [{ shop: 'acme', id: 'a-1' }, 'https://api.example.com/sites/a-1'],
    ])('%j is %s', (settings, want) => {
      expect(buildOrigin(site, settings)).toBe(want)
    })

    it.each([[{}], [{ id: '..' }], [{ id: 'a/../..' }], [{ id: '' }]])('%j makes none', (settings) => {
      expect(() => buildOrigin(site, settings)).toThrow(TypeError)
    })
  })

  it.each([
    [{}, 'https://api.example.com'],
    [{ company: 'acme' }, 'https://acme.example.com'],
  ])('that accounts share but for one of their own: %j is %s', (settings, want) => {
    expect(buildOrigin(shared, settings)).toBe(want)
  })

  it.each([[{ company: '' }], [{ company: 'evil.com/' }], [{ company: 'a@b' }]])(
    '%j makes no own origin',
    (settings) => {
      expect(() => buildOrigin(shared, settings)).toThrow(TypeError)
    },
  )

  describe('of a self-hosted product', () => {
    const git = selfHosted('host')
    const listed = ['git.example.org', '*.acme.example']

    it.each([
      ['git.example.org', 'https://git.example.org'],
      ['git.acme.example', 'https://git.acme.example'],
      ['a.b.acme.example', 'https://a.b.acme.example'],
    ])('with the host %s, which the operator lists, is %s', (host, want) => {
      expect(buildOrigin(git, { host }, listed)).toBe(want)
    })

    it.each([
      'evil.example',
      'acme.example',
      'evilacme.example',
      'git.example.org.evil.example',
      'git.example.org/path',
      'git.example.org/?',
      '127.1',
      'Git.example.org',
    ])('is none with the host %s, which is not listed', (host) => {
      expect(() => buildOrigin(git, { host }, listed)).toThrow(TypeError)
      expect(() => buildOrigin(git, { host })).toThrow(TypeError)
    })
  })

  it.each([
    ['plain http', () => origin`http://${'shop'}.myshopify.com`],
    ['no fixed suffix', () => origin`https://${'host'}`],
    ['a suffix of one label', () => origin`https://${'shop'}.com`],
    ['a suffix that a setting runs into', () => origin`https://${'shop'}myshopify.com`],
    ['a path', () => origin`https://${'shop'}.myshopify.com/admin`],
    ['no setting', () => origin`https://api.example.com`],
  ])('a definition with %s is refused', (_, define) => {
    expect(define).toThrow(TypeError)
  })
})

describe('an endpoint of the sign-in', () => {
  const shopToken = endpoint`https://${'shop'}.myshopify.com/admin/oauth/access_token`
  const directory = endpoint`https://login.example.com/${'directory'}/oauth2/token`
  const selfHostedToken = endpoint`https://${'host'}/oauth/token`

  it.each([
    [shopToken, { shop: 'acme' }, 'https://acme.myshopify.com/admin/oauth/access_token'],
    [directory, { directory: 'contoso.example' }, 'https://login.example.com/contoso.example/oauth2/token'],
    [selfHostedToken, { host: 'git.example.org' }, 'https://git.example.org/oauth/token'],
    ['https://login.example.com/token', {}, 'https://login.example.com/token'],
  ])('%j with %j is %s', (declared, settings, want) => {
    expect(buildEndpoint(declared, settings, ['git.example.org'])).toBe(want)
  })

  it.each([
    [shopToken, {}],
    [shopToken, { shop: 'evil.example/' }],
    [shopToken, { shop: 'user@evil' }],
    [directory, { directory: '..' }],
    [directory, { directory: '.' }],
    [directory, { directory: 'a/../../b' }],
    [directory, { directory: 'a/b' }],
    [directory, { directory: 'token?of=' }],
    [directory, { directory: 'token#' }],
    [selfHostedToken, { host: 'git.example.org/elsewhere' }],
    [selfHostedToken, { host: 'git.example.org/elsewhere?of=' }],
    [selfHostedToken, { host: 'evil.example' }],
    [selfHostedToken, { host: 'git.example.org.evil.example' }],
    [selfHostedToken, { host: 'git.example.org:444' }],
  ])('%j is none with %j', (declared, settings) => {
    expect(() => buildEndpoint(declared, settings, ['git.example.org'])).toThrow(TypeError)
  })

  it.each([
    ['plain http', () => endpoint`http://${'shop'}.myshopify.com/token`],
    ['no path', () => endpoint`https://${'shop'}.myshopify.com`],
    ['a suffix of one label', () => endpoint`https://${'shop'}.com/token`],
    ['a suffix that a setting runs into', () => endpoint`https://${'shop'}myshopify.com/token`],
    ['a text before a host that is a setting', () => endpoint`https://login.${'host'}/token`],
    ['no setting', () => endpoint`https://api.example.com/token`],
  ])('a definition with %s is refused', (_, define) => {
    expect(define).toThrow(TypeError)
  })
})

describe('a setting that a vendor reports', () => {
  const shop = origin`https://${'shop'}.myshopify.com`

  it.each([
    ['as a URL', shop, 'shop', 'https://acme.myshopify.com', 'acme'],
    ['as a URL with a slash', shop, 'shop', 'https://acme.myshopify.com/', 'acme'],
    ['as a host', shop, 'shop', 'acme.myshopify.com', 'acme'],
    ['as it is', shop, 'shop', 'acme', 'acme'],
    ['as a URL of an own host', shared, 'company', 'https://acme.example.com', 'acme'],
    ['as it is, where the origin has none', 'https://api.example.com', 'company', '4620816365', '4620816365'],
    ['as a URL of somebody else', shop, 'shop', 'https://acme.evil.com', undefined],
    ['as a URL that only ends so', shop, 'shop', 'https://evil.com/acme.myshopify.com', undefined],
    ['as a URL, where the origin has none', 'https://api.example.com', 'company', 'https://api.example.com', undefined],
  ])('%s is read', (_how, declared, name, reported, want) => {
    expect(parseSetting(declared, name, reported)).toBe(want)
  })
})
