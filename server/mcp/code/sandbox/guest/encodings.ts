/** Base64 and UTF-8 as browsers have them: the source of a function for the sandbox. */
export const guestEncodingsSource = `(function (hidden) {
  'use strict'
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  hidden('btoa', (given) => {
    const text = String(given)
    const parts = []
    for (let at = 0; at < text.length; at += 3) {
      const codes = [0, 1, 2].map((n) => text.charCodeAt(at + n) || 0)
      if (codes.some((code) => code > 255))
        throw new TypeError('btoa takes characters up to 255: encode others by new TextEncoder() first')
      const bits = (codes[0] << 16) | (codes[1] << 8) | codes[2]
      const left = text.length - at
      parts.push(letters[bits >> 18] + letters[(bits >> 12) & 63] + (left > 1 ? letters[(bits >> 6) & 63] : '=') + (left > 2 ? letters[bits & 63] : '='))
    }
    return parts.join('')
  })
  hidden('atob', (given) => {
    const text = String(given).replace(/[\\t\\n\\f\\r ]/g, '').replace(/={1,2}$/, '')
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new TypeError('atob was given what is no base64')
    let made = ''
    for (let at = 0; at < text.length; at += 4) {
      const codes = [0, 1, 2, 3].map((n) => Math.max(letters.indexOf(text[at + n] ?? 'A'), 0))
      const bits = (codes[0] << 18) | (codes[1] << 12) | (codes[2] << 6) | codes[3]
      const count = Math.min(text.length - at, 4) - 1
      for (let n = 0; n < count; n++) made += String.fromCharCode((bits >> (16 - 8 * n)) & 255)
    }
    return made
  })

  hidden('TextEncoder', class TextEncoder {
    encoding = 'utf-8'
    encode(given = '') {
      const bytes = []
      for (const character of String(given).toWellFormed()) {
        const code = character.codePointAt(0)
        if (code < 128) bytes.push(code)
        else if (code < 2048) bytes.push(192 | (code >> 6), 128 | (code & 63))
        else if (code < 65536) bytes.push(224 | (code >> 12), 128 | ((code >> 6) & 63), 128 | (code & 63))
        else bytes.push(240 | (code >> 18), 128 | ((code >> 12) & 63), 128 | ((code >> 6) & 63), 128 | (code & 63))
      }
      return Uint8Array.from(bytes)
    }
  })
  hidden('TextDecoder', class TextDecoder {
    encoding = 'utf-8'
    constructor(label = 'utf-8') {
      if (!/^utf-?8$/i.test(label)) throw new RangeError('TextDecoder knows utf-8 alone')
    }
    decode(given = new Uint8Array()) {
      const bytes = given instanceof ArrayBuffer ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
      let text = ''
      for (let at = bytes[0] === 239 && bytes[1] === 187 && bytes[2] === 191 ? 3 : 0; at < bytes.length; ) {
        const first = bytes[at++]
        const more = first < 128 ? 0 : first >= 194 && first < 224 ? 1 : first >= 224 && first < 240 ? 2 : first >= 240 && first < 245 ? 3 : -1
        let code = more < 0 ? 0xfffd : more === 0 ? first : first & (63 >> more)
        for (let n = 0; n < more; n++) {
          if ((bytes[at] & 192) !== 128) {
            code = 0xfffd
            break
          }
          code = (code << 6) | (bytes[at++] & 63)
        }
        const isValid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        text += String.fromCodePoint(isValid ? code : 0xfffd)
      }
      return text
    }
  })
})`
