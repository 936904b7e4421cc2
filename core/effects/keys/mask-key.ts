/** How many characters of a key are shown at each end, at most, and that is a quarter of it at most. */
const mostShown = 4

/** A caller's key as the log has it: enough to recognize it, too little to read from it what callers make keys of. */
export const maskKey = (key: string): string => {
  const shown = Math.min(mostShown, Math.floor(key.length / 4))
  return `${key.slice(0, shown)}…${shown === 0 ? '' : key.slice(-shown)}`
}
