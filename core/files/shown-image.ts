/** The most bytes of an image that a model gets as an image: a larger one is a file. */
export const largestShownImage = 2 ** 20

/** The types of images that models read. */
const shown = /^image\/(?:png|jpeg|gif|webp)$/

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  bytes.length >= at + text.length && [...text].every((mark, index) => bytes[at + index] === mark.charCodeAt(0))

const findType = (head: Uint8Array): string | undefined => {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(head, 'GIF8')) return 'image/gif'
  return startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8) ? 'image/webp' : undefined
}

/**
 * The type of an image that models read, by its first bytes, otherwise as it is called; `undefined`: it is none. Vendors call images
 * `application/octet-stream`, or one by the name of another, and a client whose model can't read an image loses its conversation.
 */
export const findShownImage = (mediaType: string, head: Uint8Array): string | undefined => {
  const called = mediaType.split(';', 1)[0]?.trim().toLowerCase().replace('image/jpg', 'image/jpeg') ?? ''
  return findType(head) ?? (shown.test(called) ? called : undefined)
}
