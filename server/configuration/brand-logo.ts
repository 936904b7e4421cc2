import { readFileSync, statSync } from 'node:fs'

/** The operator's logo, as pages for people show it. */
export interface Logo {
  readonly contentType: 'image/png' | 'image/svg+xml' | 'image/webp'
  readonly bytes: Uint8Array
}

/** Pages load it each time, so a logo that is larger was probably meant for print. */
const maxBytes = 262_144

const svgStart = /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[^>]*-->\s*)*(<!doctype[^>]*>\s*)?(<!--[^>]*-->\s*)*<svg[\s>]/i

/** Detects the type by the content: a browser that is forbidden to sniff needs the right one. */
const detectContentType = (bytes: Buffer): Logo['contentType'] | undefined => {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return svgStart.test(bytes.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** Reads a logo. Throws Error for a file that can't be read, that is too large, or that is not a PNG, SVG or WebP. */
export const readLogo = (path: string): Logo => {
  if (statSync(path).size > maxBytes) throw new TypeError('too large')
  const bytes = readFileSync(path)
  const contentType = detectContentType(bytes)
  if (!contentType) throw new TypeError('no logo')
  return { contentType, bytes }
}
