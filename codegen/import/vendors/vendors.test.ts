import { describe, expect, test } from 'vitest'
import { findVendors, searchVendors, signInOf, vendorNames, knownVendors as vendors } from './vendors.ts'

const httpsPage = /^https:\/\/[\w.-]+\/\S+$/
const day = /^20\d\d-[01]\d-[0-3]\d$/
const offers = vendors.flatMap((vendor) => (vendor.offers ?? []).map((offer) => ({ vendor, offer })))
const facts = vendors.flatMap(({ facts = [] }) => facts)

const repeated = (all: readonly string[]): readonly string[] => all.filter((one, at) => all.indexOf(one) !== at)

test('the index has documents and servers of more than sixty vendors', () => {
  const withOffers = vendors.filter((vendor) => vendor.offers)
  expect(withOffers.length).toBeGreaterThanOrEqual(60)
  expect(offers.filter(({ offer }) => offer.kind === 'openapi').length).toBeGreaterThanOrEqual(60)
  expect(offers.filter(({ offer }) => offer.kind === 'mcp').length).toBeGreaterThanOrEqual(50)
})

describe('every entry', () => {
  test('has a name that can be typed and be an id, in the order of the names, each once', () => {
    const names = vendors.map(({ name }) => name)
    expect(names.filter((name) => !/^[a-z0-9][a-z0-9-]{0,23}$/.test(name))).toEqual([])
    expect(names).toEqual(names.toSorted())
    expect(repeated(names)).toEqual([])
    expect(vendors.filter(({ title }) => title.trim() === '')).toEqual([])
  })

  test('says something: of a host, or where a document or a server is', () => {
    expect(vendors.filter((vendor) => !vendor.facts && !vendor.offers)).toEqual([])
  })

  test('has addresses that are https, without a credential, each once', () => {
    const addresses = offers.map(({ offer }) => offer.address)
    const wrong = addresses.filter((address) => {
      const url = URL.parse(address)
      return url?.protocol !== 'https:' || url.username !== '' || url.hash !== '' || url.port !== ''
    })
    expect(wrong).toEqual([])
    expect(repeated(addresses)).toEqual([])
  })

  test('says the licence, and where and when it was seen', () => {
    for (const { offer } of offers) {
      expect(offer.licence, offer.address).toMatch(/^(?:[A-Z][A-Za-z0-9.+]*(?:-[A-Za-z0-9.+]+)*|none seen|none: .+)$/)
      expect(offer.source, offer.address).toMatch(/^https:\/\/[\w.-]+\/\S+$/)
      expect(offer.date, offer.address).toMatch(day)
    }
  })

  test('of an MCP server says how to sign in; that of a document is the document’s or the host’s', () => {
    const without = offers.filter(({ offer }) => (offer.kind === 'mcp') !== (offer.signIn !== undefined))
    expect(without.map(({ offer }) => offer.address)).toEqual([])
  })
})

test('each fact of a host has an https page of the vendor, the day, and a way to sign in', () => {
  for (const { source, date, hosts, code, client, key, keys, basic } of facts) {
    expect(source).toMatch(httpsPage)
    expect(date).toMatch(day)
    expect(
      [code, client, key, keys, basic].some((way) => way !== undefined),
      hosts[0],
    ).toBe(true)
  }
  expect(repeated(facts.flatMap(({ hosts }) => hosts))).toEqual([])
})

describe('a vendor is found', () => {
  test.each([
    ['stripe', ['stripe']],
    ['Stripe', ['stripe']],
    ['Cal.com', ['cal-com']],
    ['k8s', ['kubernetes']],
    ['google drive', ['google-drive']],
    ['paypal', ['paypal', 'paypal-invoicing', 'paypal-orders', 'paypal-subscriptions']],
    ['strip', []],
    ['', []],
  ])('by the name %j', (name, found) => {
    expect(findVendors(name).map((vendor) => vendor.name)).toEqual(found)
  })

  test('by words of a search, in names and addresses', () => {
    expect(searchVendors('PAYPAL orders').map(({ name }) => name)).toContain('paypal-orders')
    expect(searchVendors('').length).toBe(vendors.length)
    expect(searchVendors('no such vendor')).toEqual([])
  })

  test('and every name is one that finds something', () => {
    expect(vendorNames().filter((name) => findVendors(name).length === 0)).toEqual([])
  })
})

test('how one signs in is what the facts of its hosts say', () => {
  const of = (name: string) => vendors.find((vendor) => vendor.name === name)
  const [figma, trello, gotify, linear] = ['figma', 'trello', 'gotify', 'linear'].map(of)
  expect(figma && signInOf(figma, { kind: 'openapi' })).toBe('OAuth or key')
  expect(trello && signInOf(trello, { kind: 'openapi' })).toBe('keys')
  expect(gotify && signInOf(gotify, { kind: 'openapi' })).toBe('as its document says')
  expect(linear && signInOf(linear, linear.offers?.[0])).toBe('OAuth')
})
