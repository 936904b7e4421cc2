/** Sorts after every id: ids are hex digits and dashes. */
export const newestId = '~'

/** The common beginning of the ids of a millisecond: 48 bits of Unix milliseconds (RFC 9562, section 5.7). */
export const oldestIdAt = (time: Date): string => {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
