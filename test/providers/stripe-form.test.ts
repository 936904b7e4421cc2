import { describe, expect, it } from 'vitest'
import { parseForm } from './stripe-form.ts'

describe("Stripe's form encoding", () => {
  it.each([
    ['email=ada%40example.com', { email: 'ada@example.com' }],
    ['metadata[plan]=pro&metadata[seats]=3', { metadata: { plan: 'pro', seats: '3' } }],
    ['shipping[address][city]=Z%C3%BCrich', { shipping: { address: { city: 'Zürich' } } }],
    ['items[0][price]=a&items[1][price]=b', { items: { 0: { price: 'a' }, 1: { price: 'b' } } }],
    ['expand[]=a&expand[]=b', { expand: { 0: 'a', 1: 'b' } }],
    ['name=a+b', { name: 'a b' }],
    ['', {}],
  ])('%s is read', (encoded, want) => {
    expect(JSON.parse(JSON.stringify(parseForm(encoded)))).toEqual(want)
  })

  it.each(['a=1&a[b]=2', 'a=1&a=2', '[a]=1', 'a[b=1'])('%s is refused', (encoded) => {
    expect(() => parseForm(encoded)).toThrow(expect.objectContaining({ status: 400 }))
  })
})
