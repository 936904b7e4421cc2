/** `URL` and `URLSearchParams`: the source of a function that gets the host's parser of URLs. */
export const guestUrlsSource = `(function (hidden, parseUrl) {
  'use strict'
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
})`
