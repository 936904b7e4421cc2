import { createHash, createHmac } from 'node:crypto'
import { type Signature, signed, type UnsignedRequest } from '@patchbay/core/provider'

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** As AWS wants it: also the characters that `encodeURIComponent` leaves alone. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (parameters: URLSearchParams): string =>
  [...parameters]
    .map((member) => member.map(encoded).join('='))
    .sort()
    .join('&')

export interface Secrets {
  readonly access_key_id: string
  readonly secret_access_key: string
}

/**
 * AWS Signature Version 4 over the host, the date and the body, as a plugin would write it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signatureV4 =
  (region: string, service: string) =>
  ({ method, url, body, at }: UnsignedRequest, { access_key_id, secret_access_key }: Secrets): Signature => {
    const { host, pathname, searchParams } = new URL(url)
    const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
    const headers = `host:${host}\nx-amz-date:${time}\n`
    const names = 'host;x-amz-date'
    const canonical = [method, pathname, canonicalQuery(searchParams), headers, names, sha256(body)].join('\n')

    const scope = [time.slice(0, 8), region, service, 'aws4_request']
    const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret_access_key}`)
    const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
    const signature = hmac(key, text).toString('hex')
    const credential = `${access_key_id}/${scope.join('/')}`
    return {
      headers: {
        'X-Amz-Date': time,
        Authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
      },
    }
  }

export const aws = signed({
  secrets: ['access_key_id', 'secret_access_key'],
  sign: signatureV4('us-east-1', 'service'),
})
