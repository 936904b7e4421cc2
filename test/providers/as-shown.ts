import type { Scene } from './scripted.ts'

/** Headers that HTTP adds to every request. */
const ofTransport = ['host', 'connection', 'accept-encoding', 'content-length']

export interface Shown {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | { readonly base64: string } | null
}

const boundary = /patchbay-[0-9a-f-]{36}/g

/** The boundary of a multipart body is another each time. */
export const withoutBoundary = ({ method, url, headers, body }: Shown): Shown => {
  const plain = (text: string): string => text.replaceAll(boundary, 'boundary')
  const type = headers['content-type']
  return {
    method,
    url,
    headers: { ...headers, ...(type !== undefined && { 'content-type': plain(type) }) },
    body:
      typeof body === 'object' && body !== null
        ? {
            base64: Buffer.from(plain(Buffer.from(body.base64, 'base64').toString('latin1')), 'latin1').toString(
              'base64',
            ),
          }
        : body && plain(body),
  }
}

const bodyOf = ({ method, bytes, headers }: Pick<Scene, 'method' | 'bytes' | 'headers'>): Shown['body'] => {
  if (bytes.length === 0 && (method === 'GET' || headers['content-type'] === undefined)) return null
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return Buffer.from(text).equals(bytes) ? text : { base64: Buffer.from(bytes).toString('base64') }
}

/**
 * A request that arrived, as a dry run shows it. `secrets`: how the credential is written in it.
 */
export const asShown = (origin: string, scene: Scene, secrets: readonly string[]): Shown => {
  const hide = (text: string): string =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '(credential)'), text)
  const own = Object.entries(scene.headers).filter(([name]) => !ofTransport.includes(name))
  return withoutBoundary({
    method: scene.method,
    url: origin + hide(scene.url),
    headers: Object.fromEntries(own.map(([name, value]) => [name, hide(value)])),
    body: bodyOf(scene),
  })
}
