import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium for the browser tests: `CHROMIUM_PATH`, or the usual paths of Debian and others. `undefined` if it is missing. */
export const findChromium = (): string | undefined => {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH || usual.find((path) => existsSync(path))
}
