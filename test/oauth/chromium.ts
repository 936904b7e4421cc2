import { existsSync } from 'node:fs'

/** The first has no windows, and takes half the time for the same pages. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium for the browser tests: `CHROMIUM_PATH`, or the usual paths of Debian and others. `undefined` if it is missing. */
export const findChromium = (): string | undefined => {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH || usual.find((path) => existsSync(path))
}

/** The options of Playwright's `launch`. In a container Chromium has no sandbox. */
export const chromiumOptions = () => {
  const executablePath = findChromium()
  return { ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] }
}
