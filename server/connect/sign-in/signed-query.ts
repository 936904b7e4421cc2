import { createHmac, timingSafeEqual } from 'node:crypto'

/** True if a query is signed by its parameter `name`: HMAC-SHA256 in hex of the others, in the order of their names, as in a form. */
export const isSignedQuery = (query: URLSearchParams, name: string, secret: string): boolean => {
  const signed = new URLSearchParams(query)
  signed.delete(name)
  signed.sort()
  const expected = createHmac('sha256', secret).update(`${signed}`).digest()
  const signature = Buffer.from(query.get(name) ?? '', 'hex')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
