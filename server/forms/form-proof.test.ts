import { expect, test } from 'vitest'
import { isFormProof, makeFormProof } from './form-proof.ts'

const plain = 'http://localhost:3000'
const secure = 'https://gateway.example'
const sent = (cookie: string): Headers => new Headers({ cookie: cookie.split(';')[0] ?? '' })

test.each([plain, secure])(
  'at %s a form is accepted with the cookie that it was made for, and with no other',
  (base) => {
    const mine = makeFormProof(base, new Headers())
    const other = makeFormProof(base, new Headers())
    expect(isFormProof(base, sent(mine.cookie), mine.proof)).toBe(true)
    expect(isFormProof(base, sent(other.cookie), mine.proof)).toBe(false)
    expect(isFormProof(base, new Headers(), mine.proof)).toBe(false)
    for (const proof of [undefined, '', mine.proof.toUpperCase(), mine.proof.slice(1), `${mine.proof}0`]) {
      expect(isFormProof(base, sent(mine.cookie), proof)).toBe(false)
    }
  },
)

test('a browser keeps its cookie, so that its other pages still work; a made-up cookie is replaced', () => {
  const first = makeFormProof(plain, new Headers())
  expect(makeFormProof(plain, sent(first.cookie))).toEqual(first)
  const forged = makeFormProof(plain, sent('patchbay-form=short'))
  expect(forged.cookie).not.toContain('short')
})

test('over https no other host can set the cookie', () => {
  const { cookie, proof } = makeFormProof(secure, new Headers())
  expect(cookie).toMatch(/^__Host-patchbay-form=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/)
  expect(isFormProof(secure, sent(cookie.replace('__Host-', '')), proof)).toBe(false)
})
