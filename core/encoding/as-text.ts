/** A value as a text: a list or an object, where only a text fits, as JSON. */
export const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
