import { expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'

interface Streams {
  readonly out?: boolean
  readonly notes?: boolean
  readonly columns?: number
}

const open = ({ out = false, notes = false, columns = 80 }: Streams, env: NodeJS.ProcessEnv = {}) => {
  const shown = { out: '', notes: '' }
  const stdout = { isTTY: out, columns, write: (text: string) => (shown.out += text) }
  const stderr = { isTTY: notes, write: (text: string) => (shown.notes += text) }
  return { shown, terminal: openTerminal({ stdout, stderr, env } as unknown as NodeJS.Process) }
}

const red = '\u001b[31m'

test.each([
  ['a terminal', { out: true, notes: true }, {}, [true, true]],
  ['a pipe', {}, {}, [false, false]],
  ['a pipe beside a terminal for messages', { notes: true }, {}, [false, true]],
  ['NO_COLOR', { out: true, notes: true }, { NO_COLOR: '1' }, [false, false]],
  ['an empty NO_COLOR, which says nothing', { out: true, notes: true }, { NO_COLOR: '' }, [true, true]],
  ['a terminal that knows no colours', { out: true, notes: true }, { TERM: 'dumb' }, [false, false]],
  ['FORCE_COLOR into a pipe', {}, { FORCE_COLOR: '1' }, [true, true]],
  ['FORCE_COLOR=0', { out: true, notes: true }, { FORCE_COLOR: '0' }, [false, false]],
  ['both, of which forcing counts', {}, { NO_COLOR: '1', FORCE_COLOR: '1' }, [true, true]],
] as const)('colours with %s: %j %j', (_, streams, env, [inResult, inMessages]) => {
  const { terminal, shown } = open(streams, env)
  terminal.out(terminal.paint('bad', 'failed'))
  terminal.say('error: no', 'bad')
  expect([shown.out.includes(red), shown.notes.includes(red)]).toEqual([inResult, inMessages])
})

test('a terminal that does not say its width is one of 80 columns, and a pipe has none', () => {
  expect(open({ out: true, columns: 0 }).terminal.width).toBe(80)
  expect(open({}).terminal.width).toBeUndefined()
})

test('what is waited for long is shown on stderr until the answer is there, and only to people', async () => {
  for (const notes of [true, false]) {
    const { terminal, shown } = open({ notes })
    const { promise, resolve } = Promise.withResolvers<number>()
    const answer = terminal.wait('waiting for the gateway', promise)
    if (notes) await expect.poll(() => shown.notes).toContain('waiting for the gateway')
    resolve(7)
    expect(await answer).toBe(7)
    expect([shown.out, shown.notes.endsWith(notes ? '\r\u001b[K' : '')]).toEqual(['', true])
    if (!notes) expect(shown.notes).toBe('')
  }
})

test('an answer that comes at once shows nothing', async () => {
  const { terminal, shown } = open({ notes: true })
  await terminal.wait('waiting', Promise.resolve())
  expect(shown.notes).toBe('')
})
