/** One red pixel (PNG). */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/** A sound of no length (WAV). */
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

export const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const
export const audio = { type: 'audio', data: silence, mimeType: 'audio/wav' } as const
