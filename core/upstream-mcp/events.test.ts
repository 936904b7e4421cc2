import { expect, test } from 'vitest'
import { eventsForLibrary } from './events.ts'

const request = { id: 7, method: 'tools/call' }
const log = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n'
const progress =
  'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}\n\n'
const answer = `data: {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"${'x'.repeat(5000)}"}]}}\n\n`

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const read = async (stream: string) => {
  let spent = 0
  let text = ''
  const spend = (bytes: number): undefined => {
    spent += bytes
  }
  for await (const event of eventsForLibrary(piecesOf(stream), request, spend)) text += Buffer.from(event).toString()
  return { spent, text }
}

test.each<[what: string, stream: string, least: number, most: number]>([
  ['the answer', answer, 0, 64],
  ['a log line', log, log.length, log.length + 200],
  ['a log line and the answer', log + answer, log.length, log.length + 200],
  ['progress, which is checked', progress, 4096, 4400],
  ['a message that is none', 'data: {}\n\n', 4096, 4400],
  ['the answer to another request', answer.replace('7', '8'), 9000, 9500],
  ['a comment', ': x\n', 64, 140],
  ['an id', 'id: 1\ndata:\n\n', 4096, 4400],
])('what is read beside the answer is counted: %s', async (_, stream, least, most) => {
  const { spent } = await read(stream)
  expect(spent).toBeGreaterThanOrEqual(least)
  expect(spent).toBeLessThanOrEqual(most)
})

test('a stream has ten thousand messages', async () => {
  expect((await read(log.repeat(9_999) + answer)).text).toContain('xxx')
  await expect(read(log.repeat(10_001))).rejects.toThrow(RangeError)
})

test('nothing more is read while too many bytes are made up for', async () => {
  const held = Promise.withResolvers<void>()
  let pieces = 0
  async function* flood(): AsyncGenerator<Uint8Array> {
    for (; pieces < 100; pieces++) yield Buffer.from(log)
  }
  const reading = Array.fromAsync(eventsForLibrary(flood(), request, () => (pieces === 10 ? held.promise : undefined)))
  await expect.poll(() => pieces).toBe(10)
  held.resolve()
  await reading
  expect(pieces).toBe(100)
})
