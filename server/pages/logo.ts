import type { Logo } from '../configuration/brand-logo.ts'
import type { HttpRoute } from '../http/exchange.ts'

export const logoPath = '/oauth/logo'

/** The logo, for pages for people or at another path. An SVG that is opened by itself is a document, so it gets no scripts and no origin. */
export const logoRoute = ({ contentType, bytes }: Logo, path = logoPath): HttpRoute => ({
  method: 'GET',
  answersHead: true,
  path,
  handle: () => ({
    status: 200,
    body: bytes,
    headers: {
      'content-type': contentType,
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    },
  }),
})
