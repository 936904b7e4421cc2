import { describe, expect, test } from 'vitest'
import { demoEnvironment } from './demo-environment.ts'

describe('the environment of a demo', () => {
  test.each([
    [{}, './data-demo'],
    [{ DATA_DIR: '' }, './data-demo'],
    [{ DATA_DIR: '/data' }, '/data-demo'],
    [{ DATA_DIR: '/srv/patchbay/' }, '/srv/patchbay-demo'],
  ])('with %j has the data folder %s', (given, want) => {
    expect(demoEnvironment(given).environment.DATA_DIR).toBe(want)
  })

  test('has a short deadline, unless one is set', () => {
    expect(demoEnvironment({}).environment.REQUEST_TIMEOUT_MS).toBe('5000')
    expect(demoEnvironment({ REQUEST_TIMEOUT_MS: '900' }).environment.REQUEST_TIMEOUT_MS).toBe('900')
  })

  test('leaves the rest as it is, but for keys, of which it warns', () => {
    const { environment, warnings } = demoEnvironment({ PORT: '3001', ADMIN_API_KEY: 'x', PATCHBAY_KEYS_FILE: '/y' })
    expect(environment).toEqual({ PORT: '3001', DATA_DIR: './data-demo', REQUEST_TIMEOUT_MS: '5000' })
    expect(warnings).toEqual([
      expect.stringMatching(/^ADMIN_API_KEY is not read/),
      expect.stringMatching(/^PATCHBAY_KEYS_FILE is not read/),
    ])
  })

  test.each(['MONGODB_URI', 'MONGODB_URI_FILE'])('is refused with %s, and says what to do', (name) => {
    expect(() => demoEnvironment({ [name]: 'mongodb://user:hunter2@db/patchbay' })).toThrow(
      new RegExp(
        `^The configuration is wrong:\n  ${name} is set, .*unset it \\(env -u ${name} npx bun start --demo\\)`,
      ),
    )
  })
})
