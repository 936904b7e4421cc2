/** The first and last character of the blocks of Latin letters with marks. */
const latinBlocks = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const

/** The Latin letters with marks and their components: Unicode's NFD, for which QuickJS has no table here. */
const listMarked = (): readonly string[] =>
  latinBlocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).flatMap((letter) => {
      const parts = letter.normalize('NFD')
      return parts === letter ? [] : [letter + parts]
    }),
  )

/**
 * The methods for languages that QuickJS lacks or does otherwise than asked, in the sandbox: a function of its source. Numbers are written as
 * in English and texts are sorted as Unicode sorts Latin ones; what would need tables of other languages or of time zones is refused in words,
 * as a time of the wrong zone is worse than none.
 */
export const guestLocaleSource = `(function () {
  'use strict'
  const method = (target, name, value) => Object.defineProperty(target, name, { value, writable: true, configurable: true })
  const refuse = (what) => {
    throw new TypeError(what + ' is not there, as there is no Intl: write it by hand, e.g. by toFixed(2), toISOString() and a sort of your own')
  }
  const isEnglish = (locales) => locales === undefined || /^en(?:-(?:US|GB))?$/.test(String(locales))
  const isRoot = (locales) => isEnglish(locales) || /^(?:de|fr|it|nl|pt)(?:-|$)/.test(String(locales))

  let made
  const tables = () => {
    if (made) return made
    const marked = ${JSON.stringify(JSON.stringify(listMarked()))}
    const apart = new Map(JSON.parse(marked).map((one) => [one[0], one.slice(1)]))
    made = { apart, whole: new Map([...apart].map(([letter, parts]) => [parts, letter])) }
    return made
  }
  const isPlain = (text) => /^[\\x00-\\x7f]*$/.test(text)
  const decompose = (text) =>
    isPlain(text) ? text : text.replace(/[\\u00c0-\\u024f\\u1e00-\\u1eff]/g, (letter) => tables().apart.get(letter) ?? letter)
  const compose = (text) =>
    decompose(text).replace(/.[\\u0300-\\u036f]+/g, (all) => {
      for (let end = all.length; end > 1; end--) {
        const letter = tables().whole.get(all.slice(0, end))
        if (letter !== undefined) return letter + all.slice(end)
      }
      return all
    })
  method(String.prototype, 'normalize', function normalize(form = 'NFC') {
    const text = String(this)
    if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(form)) throw new RangeError('normalize takes NFC, NFD, NFKC or NFKD')
    if (/[\\u0370-\\u1dff\\u1f00-\\u1fff\\u2126-\\u212b\\u3040-\\u30ff\\uac00-\\ud7af\\uf900-\\uffff]/.test(text)) refuse('normalize of other letters than Latin ones')
    return form.endsWith('D') ? decompose(text) : compose(text)
  })

  const rank = (one) => (/\\d/.test(one) ? 1 : /\\p{L}/u.test(one) ? 2 : 0)
  const order = (one, other, isNumeric) => {
    const pattern = isNumeric ? /\\d+|\\D/gu : /./gsu
    const left = one.match(pattern) ?? []
    const right = other.match(pattern) ?? []
    for (let at = 0; at < Math.min(left.length, right.length); at++) {
      const [a, b] = [left[at], right[at]]
      if (a === b) continue
      const ranks = rank(a) - rank(b)
      if (ranks !== 0) return Math.sign(ranks)
      const numbers = isNumeric && rank(a) === 1 ? Number(a) - Number(b) : 0
      if (numbers !== 0) return Math.sign(numbers)
      return a < b ? -1 : 1
    }
    return Math.sign(left.length - right.length)
  }
  method(String.prototype, 'localeCompare', function localeCompare(that, locales, options) {
    if (!isRoot(locales)) refuse('localeCompare for ' + String(locales))
    const { numeric = false, sensitivity = 'variant' } = options ?? {}
    const [one, other] = [decompose(String(this)), decompose(String(that))]
    const bare = (text) => text.replace(/[\\u0300-\\u036f]/g, '').toLowerCase()
    const first = order(bare(one), bare(other), numeric)
    if (first !== 0 || sensitivity === 'base') return first
    const second = order(one.toLowerCase(), other.toLowerCase(), numeric)
    if (second !== 0 || sensitivity === 'accent') return second
    // A small letter comes before a large one.
    return -order(one, other, numeric)
  })

  const group = (digits) => digits.replace(/\\B(?=(?:\\d{3})+$)/g, ',')
  const formatNumber = (value, locales, options = {}) => {
    const { minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(3, least), ...others } = options
    if (!isEnglish(locales)) refuse('toLocaleString for ' + String(locales))
    if (Object.keys(others).length > 0) refuse('toLocaleString with ' + Object.keys(others)[0])
    if (typeof value === 'number' && !(Math.abs(value) < 1e21)) return String(value)
    const [whole, fraction = ''] = (typeof value === 'bigint' ? String(value) : value.toFixed(most)).split('.')
    let digits = fraction
    while (digits.length > least && digits.endsWith('0')) digits = digits.slice(0, -1)
    return group(whole) + (digits === '' ? '' : '.' + digits)
  }
  for (const { prototype } of [Number, BigInt])
    method(prototype, 'toLocaleString', function toLocaleString(locales, options) {
      return formatNumber(this.valueOf(), locales, options)
    })
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const plain = Date.prototype[name]
    method(Date.prototype, name, function (locales, options) {
      const { timeZone = 'UTC', ...others } = options ?? {}
      if (timeZone !== 'UTC') refuse(name + ' in the zone ' + String(timeZone))
      if (!isEnglish(locales) || locales === 'en-GB' || Object.keys(others).length > 0) refuse(name + ' for a language')
      return plain.call(this)
    })
  }
  if (!Array.fromAsync)
    method(Array, 'fromAsync', async function fromAsync(items, map) {
      const all = []
      const take = async (item) => all.push(map ? await map(await item, all.length) : await item)
      if (items[Symbol.asyncIterator] || items[Symbol.iterator]) for await (const item of items) await take(item)
      else for (const item of Array.from(items)) await take(item)
      return all
    })
  const toSets = {
    union: (own, other) => [...own, ...other],
    intersection: (own, other) => [...own].filter((one) => other.has(one)),
    difference: (own, other) => [...own].filter((one) => !other.has(one)),
  }
  for (const [name, join] of Object.entries(toSets))
    if (!Set.prototype[name])
      method(Set.prototype, name, function (other) {
        return new Set(join(this, other))
      })
})`
