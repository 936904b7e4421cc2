import { mediaTypePattern } from '../provider/parameters.ts'

const form = new RegExp(mediaTypePattern)

/** True if a text is a media type without parameters (RFC 6838, section 4.2). */
export const isMediaType = (text: string): boolean => form.test(text)

/** The media type of a `Content-Type`, without parameters and in lower case; `undefined`: it names none. */
export const readMediaType = (contentType: string): string | undefined => {
  const [type = ''] = contentType.split(';')
  return isMediaType(type.trim()) ? type.trim().toLowerCase() : undefined
}

/** The `charset` of a `Content-Type` as it was written; `undefined`: it names none. */
export const readCharset = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1]
