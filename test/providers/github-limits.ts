import { primaryLimit } from './github-error.ts'

/**
 * The primary rate limit: `perWindow` requests until the window resets.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export const createGithubLimits = (perWindow: number, windowSeconds: number) => {
  const reset = Math.floor(Date.now() / 1000) + windowSeconds
  let used = 0
  const rate = () => ({ limit: perWindow, used, remaining: perWindow - used, reset })
  return {
    rate,
    /** Throws when nothing is left. */
    spend: (): void => {
      if (used >= perWindow) throw primaryLimit()
      used += 1
    },
    headers: (): Record<string, string> => ({
      'x-ratelimit-resource': 'core',
      ...Object.fromEntries(Object.entries(rate()).map(([name, value]) => [`x-ratelimit-${name}`, String(value)])),
    }),
  }
}
