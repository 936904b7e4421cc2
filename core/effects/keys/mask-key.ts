/** The most characters shown at each end of a key; never more than a quarter of it. */
const mostShown = 4

/** A caller's key as the log shows it: enough to recognize it, too little to reveal what callers build keys from. */
export const maskKey = (key: string): string => {
  const shown = Math.min(mostShown, Math.floor(key.length / 4))
  return `${key.slice(0, shown)}…${shown === 0 ? '' : key.slice(-shown)}`
}
