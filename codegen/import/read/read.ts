import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { createFetcher, type Fetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { BaseResolver, bundleFromString, createConfig, ResolveError, Source } from '@redocly/openapi-core'
import type { LeftOutList } from './left-out.ts'
import { isNode, type Node } from './node.ts'
import { parseDocumentText } from './parse-document-text.ts'

/** The longest document that is read from elsewhere, in bytes. */
export const longestDocument = 10_000_000
/** The longest time for all files of one, in milliseconds. */
export const longestReadMs = 20_000

/** A document as it was read, in its own version, with the files that it refers to put in. */
export interface ReadDocument {
  readonly root: Node
  /** SHA-256 of the text; of the texts' digests, if the document has several files. */
  readonly digest: string
}

const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(source)

/** Reads documents: from public addresses only, by https, by the operator's proxy, without redirects. A given fetcher decides by its own guard. */
const createReader = (ownFetcher: Fetcher | undefined) => {
  const signal = AbortSignal.timeout(longestReadMs)
  const fetcher =
    ownFetcher ?? createFetcher({ allowed: parseAllowedHosts(''), proxy: process.env.OUTGOING_PROXY || null })
  return async (url: string): Promise<string> => {
    if (!url.startsWith('https://') && (ownFetcher === undefined || !url.startsWith('http://')))
      throw new Error(`${url}: only https URLs are read`)
    const { status, bytes } = await fetcher({
      url,
      method: 'GET',
      headers: { accept: 'application/json, application/yaml, text/yaml, */*' },
      signal,
      maxBytes: longestDocument,
      redirects: 'none',
    })
    if (status !== 200) throw new Error(`${url} answered ${status}`)
    return decodeDocument(bytes)
  }
}

/** The text of a document: UTF-16 if it begins with the mark of its byte order, else UTF-8. */
export const decodeDocument = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8').decode(bytes)
}

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

type ReadText = (place: string) => Promise<string>

/** True if a file is at an allowed place: in the folder of the first file, or at its origin. */
const isWithin = (source: string, place: string): boolean =>
  isUrl(source)
    ? URL.parse(place)?.origin === URL.parse(source)?.origin
    : !isUrl(place) && (place === source || place.startsWith(dirname(source) + sep))

class Resolver extends BaseResolver {
  readonly #source: string
  readonly #readText: ReadText
  readonly #leftOut: LeftOutList
  constructor(source: string, readText: ReadText, leftOut: LeftOutList) {
    super()
    this.#source = source
    this.#readText = readText
    this.#leftOut = leftOut
  }
  override async loadExternalRef(place: string): Promise<Source> {
    try {
      const file = isUrl(place) ? place : await realpath(place)
      if (!isWithin(this.#source, file)) throw new Error(`${place} lies elsewhere than the document, and isn't read`)
      const text = await this.#readText(file)
      const root = parseDocumentText(file, text, this.#leftOut)
      return new Source(place, JSON.stringify(root))
    } catch (error) {
      throw new ResolveError(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

const refersToOthers = (text: string): boolean => /["']?\$ref["']?\s*:\s*["']?(?![#"'\s])/.test(text)

/** Reads a document from a file or an https URL. Rejects with Error that says what is wrong with the source. */
export const readDocument = async (place: string, leftOut: LeftOutList, fetcher?: Fetcher): Promise<ReadDocument> => {
  const source = isUrl(place) ? place : await realpath(resolve(place))
  const fromUrl = createReader(fetcher)
  const digests = new Set<string>()
  const readText: ReadText = async (file) => {
    const text = await (isUrl(file) ? fromUrl(file) : readFile(file).then(decodeDocument))
    digests.add(sha256(text))
    return text
  }
  const text = await readText(source)
  let root = parseDocumentText(source, text, leftOut)
  if (!isNode(root)) throw new Error(`${place} is not an OpenAPI document: it holds no object`)
  if (refersToOthers(text)) root = (await bundled(source, JSON.stringify(root), readText, leftOut)) ?? root
  const [first = '', ...others] = digests
  return { root: root as Node, digest: others.length === 0 ? first : sha256([...digests].sort().join()) }
}

/** Puts the files that a document refers to into it; `undefined`: its references can't be followed, as they name themselves. */
const bundled = async (source: string, text: string, readText: ReadText, leftOut: LeftOutList): Promise<unknown> => {
  const options = {
    source: text,
    absoluteRef: source,
    config: await createConfig({}),
    externalRefResolver: new Resolver(source, readText, leftOut),
    // It renames one of two parts with one name, which loses nothing.
    componentRenamingConflicts: 'off' as const,
  }
  try {
    const { bundle, problems } = await bundleFromString(options)
    for (const { message, location } of problems) {
      leftOut.add('part', (location[0]?.pointer ?? '').replace(/^#/, ''), message)
    }
    return bundle.parsed
  } catch (error) {
    leftOut.add('part', '', `the document's other files: ${describeThrown(error)}`)
    return undefined
  }
}
