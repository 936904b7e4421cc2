import { parseExact } from '../encoding/exact-json.ts'
import { isSecretName } from './secret-names.ts'

const masked = '(secret)'

type Replace = readonly [pattern: RegExp, by: (...groups: string[]) => string]

/** A name with its value: `by` gets both, and what stands around the value. */
const named =
  (mask: (whole: string, before: string, name: string) => string) =>
  (whole: string, before = '', name = ''): string =>
    isSecretName(readName(name)) ? mask(whole, before, name) : whole

/** Names in queries and forms are percent-encoded. */
const readName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const jsonMember = /\\{0,8}"([^"\\]{1,200})\\{0,8}"\s{0,8}:\s{0,8}/g
const jsonValue = /\\{0,8}"(?:[^"\\]|\\{1,8}[^"\\])*(?:\\{0,8}"|$)|-?\d[\d.eE+-]*/y

/** Secrets in JSON that was cut, or that stands within another text, whose quotes may be escaped. */
const maskMembers = (text: string): string => {
  let clean = ''
  let copied = 0
  for (const { 0: member, 1: name = '', index } of text.matchAll(jsonMember)) {
    const start = index + member.length
    if (start < copied || !isSecretName(name)) continue
    jsonValue.lastIndex = start
    if (!jsonValue.test(text)) continue
    clean += `${text.slice(copied, start)}"${masked}"`
    copied = jsonValue.lastIndex
  }
  return clean + text.slice(copied)
}

/** Fields of forms and queries. A field may hold JSON. */
const maskFields = (text: string, depth: number): string =>
  text.replaceAll(/((?:^|[?&;\s,])([\w.[\]%-]+)=)([^&\s;,"']+)/g, (whole, before = '', name = '', value = '') => {
    if (isSecretName(readName(name))) return before + masked
    if (!/^%(?:7B|5B|22)/i.test(value)) return whole
    const json = readName(value.replaceAll('+', ' '))
    const clean = maskText(json, depth + 1)
    return clean === json ? whole : before + encodeURIComponent(clean)
  })

/** A JSON Web Token in a text of letters and dots, which is read from its begin alone: it may have a token's begin at every letter. */
const maskWebToken = (whole: string): string => {
  const start = whole.search(/\beyJ/)
  return start >= 0 && /^eyJ[\w-]{8,}\.[\w-]{8,}/.test(whole.slice(start)) ? whole.slice(0, start) + masked : whole
}

/** Secrets within a text that is no JSON as a whole: query languages, lines of settings, XML, parts of forms, tokens by their looks. */
const inText: readonly Replace[] = [
  [/(\b([A-Za-z_][\w-]{0,60})\s{0,4}:\s{0,4})"(?:[^"\\]|\\.)*"/g, named((_whole, before) => `${before}"${masked}"`)],
  [
    /((?:^|\n)[ \t]{0,40}([\w-]{1,60})[ \t]{0,8}:[ \t]{0,8})[^\s"'{[(][^\r\n]*/g,
    named((_whole, before) => before + masked),
  ],
  [
    /\b(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]+/g,
    (_whole, host) => `${host}${masked}`,
  ],
  // A name ends where its characters do: otherwise each shorter one would be tried, with all of the rest.
  [/(<([\w:.-]+)(?![\w:.-])[^<>]*>)[^<]+/g, named((_whole, before) => before + masked)],
  [
    /(name="([^"\r\n]{1,200})"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\n)[^\r\n]*/g,
    named((_whole, before) => before + masked),
  ],
  [/\b(Bearer|Basic|Digest|Token|Bot)\s+[\w.~+/=:-]{8,}/gi, (_whole, scheme) => `${scheme} ${masked}`],
  [/\/\/[^\s/"'@\\]+@/g, () => `//${masked}@`],
  [/(?<![\w-])[\w-]+(?:\.[\w-]*)+/g, maskWebToken],
  [
    /\b(?:pb_(?:admin_)?[\w-]{16,}|(?:sk|rk|pk|whsec)_(?:(?:live|test)_)?\w{10,}|sk-[\w-]{16,}|gh[opsur]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abceoprs]-[\w-]{8,}|xapp-[\w-]{8,}|shp(?:at|ca|pa|ss)_\w{16,}|ya29\.[\w-]{8,}|AIza[\w-]{20,}|AKIA\w{12,}|SG\.[\w-]{12,}\.[\w-]{12,}|pat-\w{2,4}\d?-[\w-]{16,}|lin_(?:api|oauth)_\w{16,}|ntn_\w{16,}|secret_\w{16,})/g,
    () => masked,
  ],
]

const deepest = 32

/** Patterns read no more of a text; less of it is kept. */
const mostText = 64 * 1024

const maskValue = (value: unknown, name: string, depth: number): unknown => {
  const isSet = value !== null && value !== undefined && typeof value !== 'boolean' && value !== ''
  return isSet && isSecretName(name) ? masked : maskInside(value, depth)
}

const maskInside = (value: unknown, depth: number): unknown => {
  if (depth > deepest) return '(too deep)'
  if (typeof value === 'string') return maskText(value, depth + 1)
  if (Array.isArray(value)) return value.map((item) => maskInside(item, depth + 1))
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value
  const { name: pairName, key } = value as { readonly name?: unknown; readonly key?: unknown }
  // Settings are often sent as `{name, value}`.
  const pair = typeof pairName === 'string' ? pairName : key
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      maskValue(member, name === 'value' && typeof pair === 'string' ? pair : name, depth + 1),
    ]),
  )
}

const maskByLooks = (text: string, depth: number): string =>
  inText.reduce((rest, [pattern, by]) => rest.replaceAll(pattern, by), maskFields(maskMembers(text), depth))

const asJson = (text: string): unknown => {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

const maskText = (text: string, depth: number): string => {
  const json = depth > deepest ? undefined : asJson(text)
  if (json === undefined) return maskByLooks(text.slice(0, mostText), depth)
  const clean = JSON.stringify(maskInside(json, depth))
  // A text without secrets stays as it was written.
  return clean === JSON.stringify(json) ? text : clean
}

/** A JSON value without what may be a secret: by the names of members, and by the looks of texts. */
export const maskSecrets = (value: unknown): unknown => maskInside(value, 0)

/** Headers without those that hold a secret. */
export const maskHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretName(name) ? masked : maskText(value, 0)]),
  )
