import { expect, test } from 'vitest'
import { chooseLogLevel } from './log.ts'

/** Logs as the server does, in a process of its own, as the log is its standard output. */
const logged = async (script: string): Promise<Record<string, unknown>[]> => {
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: `${import.meta.dirname}/../..`, stdout: 'pipe' })
  const text = await new Response(child.stdout).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('errors are logged with their causes and without what may be a secret in them', async () => {
  const lines = await logged(`
    import { createLog } from './server/log/log.ts'
    const log = createLog('info')
    const cause = Object.assign(new Error('no route to mongodb://user:hunter2@db'), { config: { access_token: 'hunter2' } })
    log.error({ err: new Error('it failed with Bearer hunter2hunter2', { cause }), entries: [{ key: 'a/b', token: 'hunter2' }] }, 'failed')
    log.warn({ authorization: 'hunter2' }, 'a message with //user:hunter2@host in it')
    log.line({ route: '/health', status: 200 })
    await log.close()
  `)
  expect(JSON.stringify(lines)).not.toContain('hunter2')
  expect(lines).toMatchObject([
    {
      level: 'error',
      msg: 'failed',
      err: { type: 'Error', message: expect.stringContaining('it failed'), stack: expect.any(String) },
      entries: [{ key: 'a/b', token: '[redacted]' }],
    },
    { level: 'warn', authorization: '[redacted]' },
    { level: 'info', route: '/health', status: 200 },
  ])
})

test('what nobody would see, or a terminal would obey, is escaped in a line, which is the same JSON', async () => {
  const reason = '\u202emoc.elpmaxe@ecila\u202c \u009b31m p\u0430yp\u0430l'
  const script = `
    import { createLog } from './server/log/log.ts'
    const log = createLog('info')
    log.line({ reason: ${JSON.stringify(reason)} })
    log.info({ reason: ${JSON.stringify(reason)} }, ${JSON.stringify(reason)})
    await log.close()
  `
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: `${import.meta.dirname}/../..`, stdout: 'pipe' })
  const text = await new Response(child.stdout).text()
  expect(text).toMatch(/^[\n\x20-\x7e]*$/)
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ reason }, { reason, msg: reason }])
})

test.each([
  ['whose disk is full', '> /dev/full'],
  ['that nobody reads', '| true'],
])('a log %s loses its lines, and ends neither the process nor its end', async (_, where) => {
  const script = `
    import { setTimeout } from 'node:timers/promises'
    import { createLog } from './server/log/log.ts'
    const log = createLog('info')
    for (let n = 0; n < 8; n++) {
      log.info({ n }, 'a line')
      await setTimeout(200)
    }
    await log.close()
    console.error('it ends')
    process.exit(0)
  `
  const child = Bun.spawn(['sh', '-c', `"$0" -e "$1" ${where}`, process.execPath, script], {
    cwd: `${import.meta.dirname}/../..`,
    stderr: 'pipe',
  })
  expect(await new Response(child.stderr).text()).toBe('it ends\n')
  await child.exited
})

test.each<[status: number, code: string | undefined, want: string]>([
  [200, undefined, 'info'],
  [404, 'NOT_FOUND', 'info'],
  [429, 'RATE_LIMITED', 'info'],
  [502, 'UPSTREAM_ERROR', 'error'],
  [422, 'UPSTREAM_ERROR', 'info'],
  [503, 'UNAVAILABLE', 'error'],
  [504, 'TIMEOUT', 'error'],
  [500, 'INTERNAL_ERROR', 'error'],
  // A tool call's error is an answer with 200.
  [200, 'INTERNAL_ERROR', 'error'],
  [200, 'VALIDATION_ERROR', 'info'],
  [503, 'temporarily_unavailable', 'error'],
  [429, 'temporarily_unavailable', 'info'],
  // An unhealthy gateway's report.
  [503, undefined, 'error'],
])('an answer with %i and the code %s is logged as %s', (status, code, want) => {
  expect(chooseLogLevel(status, code)).toBe(want)
})
