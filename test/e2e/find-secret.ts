import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Base64 of whatever holds the text somewhere in its middle, in the three ways that it can fall on groups of three bytes. */
const base64Inside = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and the last digits depend on the neighbours.
    return encoded.slice(before === 0 ? 0 : before + 1, -1)
  })

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

/** Every form in which a secret could lie somewhere: plain, base64, base64url, hex, percent-encoded, as a JSON string. */
export const formsOf = (secret: Buffer | string): ReadonlyMap<string, Buffer> => {
  const bytes = Buffer.from(secret)
  const text = bytes.toString()
  const forms: [string, string | Buffer][] = [
    ['plain', bytes],
    ['hex', bytes.toString('hex')],
    ['HEX', bytes.toString('hex').toUpperCase()],
    ['reversed', Buffer.from(bytes).reverse()],
    ['percent-encoded', encodeURIComponent(text)],
    ['form-encoded', new URLSearchParams({ _: text }).toString().slice(2)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ...base64Inside(bytes).flatMap((form, offset): [string, string][] => [
      [`base64 at ${offset}`, form],
      [`base64url at ${offset}`, urlSafe(form)],
    ]),
  ]
  return new Map(forms.map(([name, form]) => [name, Buffer.from(form)]))
}

/** Places and encodings in which a secret was found, as `log: base64`; empty: nowhere. */
export const findSecret = (places: ReadonlyMap<string, Buffer>, secret: Buffer | string): string[] =>
  [...formsOf(secret)].flatMap(([form, bytes]) =>
    [...places].filter(([, content]) => content.includes(bytes)).map(([place]) => `${place}: ${form}`),
  )

/** All files below a folder by their path. */
export const filesIn = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path)]),
  )
