let last = { ms: Number.NaN, text: '' }

/**
 * `2026-11-20T12:00:00.000Z` of milliseconds since 1970. The last one is kept, for the whole process as time is the same for
 * all of it: under load many events share a millisecond.
 */
export const isoTime = (ms: number): string => {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
