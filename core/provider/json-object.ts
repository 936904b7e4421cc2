declare global {
  /** ES2026, which TypeScript 5.9 doesn't declare. A plugin is type-checked without the gateway's own declaration. */
  interface JSON {
    isRawJSON(value: unknown): boolean
  }
}

/** True if a value is an object of JSON: members by name, no list, and no number that is kept as its digits. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
