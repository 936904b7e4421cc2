import { mediaTypePattern } from '../provider/parameters.ts'

const form = new RegExp(mediaTypePattern)

/** Whether a text is a media type without parameters (RFC 6838, section 4.2). */
export const isMediaType = (text: string): boolean => form.test(text)
