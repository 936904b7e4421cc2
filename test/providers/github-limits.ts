import { primaryLimit } from './github-error.ts'

/**
 * The primary rate limit: `perWindow` requests in a window that begins with its first request.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export const createGithubLimits = (perWindow: number, windowSeconds: number) => {
  const begin = () => ({ reset: Math.floor(Date.now() / 1000) + windowSeconds, used: 0 })
  let window = begin()
  const rate = () => ({ limit: perWindow, remaining: perWindow - window.used, ...window })
  return {
    rate,
    /** Throws when nothing is left. */
    spend: (): void => {
      if (window.used === 0 || Date.now() / 1000 >= window.reset) window = begin()
      if (window.used >= perWindow) throw primaryLimit()
      window.used += 1
    },
    headers: (): Record<string, string> => ({
      'x-ratelimit-resource': 'core',
      ...Object.fromEntries(Object.entries(rate()).map(([name, value]) => [`x-ratelimit-${name}`, String(value)])),
    }),
  }
}
