/**
 * The parts of browsers and Node that models use without thinking, for the sandbox: the source of a function that gets
 * the host's parser of URLs and sixteen random bytes as hex. It depends on nothing but its arguments, so that a run can
 * be repeated.
 */
export const guestWebSource = `(function (parseUrl, entropy) {
  'use strict'
  const hidden = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  delete globalThis.SharedArrayBuffer
  delete globalThis.Atomics

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

  const encodeForm = (text) =>
    encodeURIComponent(String(text).toWellFormed()).replace(/[!'()~]/g, (one) => '%' + one.charCodeAt(0).toString(16).toUpperCase()).replace(/%20/g, '+')
  const decodeForm = (text) => {
    const spaced = text.replace(/\\+/g, ' ')
    try {
      return decodeURIComponent(spaced)
    } catch {
      return spaced
    }
  }
  const listPairs = (given) => {
    if (typeof given === 'string')
      return given
        .replace(/^\\?/, '')
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => {
          const at = pair.indexOf('=')
          return at < 0 ? [decodeForm(pair), ''] : [decodeForm(pair.slice(0, at)), decodeForm(pair.slice(at + 1))]
        })
    const pairs = typeof given[Symbol.iterator] === 'function' ? [...given] : Object.entries(given)
    return pairs.map(([name, value]) => [String(name), String(value)])
  }
  class URLSearchParams {
    #pairs
    #changed = () => {}
    constructor(given = '', changed) {
      this.#pairs = listPairs(given)
      if (changed) this.#changed = changed
    }
    #set(pairs) {
      this.#pairs = pairs
      this.#changed(this.toString())
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#set([...this.#pairs, [String(name), String(value)]])
    }
    delete(name) {
      this.#set(this.#pairs.filter(([one]) => one !== name))
    }
    get(name) {
      return this.#pairs.find(([one]) => one === name)?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter(([one]) => one === name).map(([, value]) => value)
    }
    has(name) {
      return this.#pairs.some(([one]) => one === name)
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([one]) => one === name)
      const pair = [String(name), String(value)]
      this.#set(at < 0 ? [...this.#pairs, pair] : this.#pairs.flatMap((one, n) => (n === at ? [pair] : one[0] === name ? [] : [one])))
    }
    sort() {
      this.#set(this.#pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
    }
    forEach(work) {
      for (const [name, value] of this.#pairs) work(value, name, this)
    }
    *keys() {
      for (const [name] of this.#pairs) yield name
    }
    *values() {
      for (const [, value] of this.#pairs) yield value
    }
    *entries() {
      yield* this.#pairs.map((pair) => [...pair])
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return this.#pairs.map(([name, value]) => encodeForm(name) + '=' + encodeForm(value)).join('&')
    }
  }
  const members = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  class URL {
    #parts
    #params
    constructor(given, base) {
      const answered = parseUrl(JSON.stringify({ href: String(given), ...(base !== undefined && { base: String(base) }) }))
      if (answered === '') throw new TypeError('Invalid URL')
      this.#parts = JSON.parse(answered)
    }
    #change(change) {
      const answered = parseUrl(JSON.stringify({ href: this.#parts.href, change }))
      if (answered !== '') this.#parts = JSON.parse(answered)
    }
    static canParse(given, base) {
      try {
        return new URL(given, base) !== undefined
      } catch {
        return false
      }
    }
    static parse(given, base) {
      return URL.canParse(given, base) ? new URL(given, base) : null
    }
    get origin() {
      return this.#parts.origin
    }
    get href() {
      return this.#parts.href
    }
    set href(given) {
      this.#parts = new URL(given).#parts
      this.#params = undefined
    }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.#parts.search, (search) => this.#change({ search }))
      return this.#params
    }
    static {
      for (const name of members)
        Object.defineProperty(URL.prototype, name, {
          get() {
            return this.#parts[name]
          },
          set(value) {
            this.#change({ [name]: String(value) })
            if (name === 'search') this.#params = undefined
          },
          configurable: true,
        })
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
  }
  hidden('URL', URL)
  hidden('URLSearchParams', URLSearchParams)

  const copy = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('structuredClone can not copy a ' + typeof value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    const keep = (made) => {
      seen.set(value, made)
      return made
    }
    if (value instanceof Date) return keep(new Date(value.getTime()))
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
    if (value instanceof ArrayBuffer) return keep(value.slice(0))
    if (ArrayBuffer.isView(value)) return keep(new value.constructor(value))
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
      throw new TypeError('structuredClone can not copy a ' + value.constructor.name)
    if (value instanceof Map) {
      const made = keep(new Map())
      for (const [key, one] of value) made.set(copy(key, seen), copy(one, seen))
      return made
    }
    if (value instanceof Set) {
      const made = keep(new Set())
      for (const one of value) made.add(copy(one, seen))
      return made
    }
    const made = keep(Array.isArray(value) ? [] : value instanceof Error ? new value.constructor(value.message) : {})
    for (const name of Object.keys(value)) made[name] = copy(value[name], seen)
    return made
  }
  hidden('structuredClone', (value) => copy(value, new Map()))
  hidden('queueMicrotask', (work) => {
    Promise.resolve().then(work)
  })
})`
