/**
 * The part of `crypto` that gives random values: the source of a function that gets sixteen random bytes as hex, and
 * makes all others of them, so that a run can be repeated.
 */
export const guestRandomSource = `(function (hidden, entropy) {
  'use strict'
  // sfc32, seeded by 128 bits.
  const state = [0, 8, 16, 24].map((at) => parseInt(entropy.slice(at, at + 8), 16) | 0)
  const random32 = () => {
    const [a, b, c, d] = state
    const sum = (a + b + d) | 0
    state[3] = (d + 1) | 0
    state[0] = b ^ (b >>> 9)
    state[1] = (c + (c << 3)) | 0
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let n = 0; n < 12; n++) random32()
  const getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let at = 0; at < bytes.length; at++) bytes[at] = random32() & 255
    return array
  }
  const randomUUID = () => {
    const bytes = getRandomValues(new Uint8Array(16))
    bytes[6] = (bytes[6] & 15) | 64
    bytes[8] = (bytes[8] & 63) | 128
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  hidden('crypto', {
    getRandomValues,
    randomUUID,
    get subtle() {
      throw new TypeError('crypto.subtle is not there: crypto has getRandomValues and randomUUID, and nothing hashes or signs')
    },
  })
})`
