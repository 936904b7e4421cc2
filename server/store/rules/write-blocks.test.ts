import { expect, it } from 'vitest'
import { writeBlocks } from './write-blocks.ts'

/** Pieces that all lie in the same memory, as those of the shelf may. */
async function* inOneMemory(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  const memory = Buffer.alloc(10)
  for (const text of texts) yield memory.subarray(0, memory.write(text))
}

it.each<[string[], string[]]>([
  [[], []],
  [['', ''], []],
  [['abc'], ['abc']],
  [['abcd'], ['abcd']],
  [
    ['ab', 'cdefghij', 'k', 'l'],
    ['abcd', 'efgh', 'ijkl'],
  ],
  [
    ['abcdefghij', 'k'],
    ['abcd', 'efgh', 'ijk'],
  ],
])('%j are written as %j, each while the next is gathered', async (pieces, wanted) => {
  const written: string[] = []
  let busy = 0
  const bytes = await writeBlocks(inOneMemory(...pieces), 4, async (block) => {
    expect(++busy).toBe(1)
    const before = Buffer.from(block).toString()
    await Bun.sleep(1)
    expect(Buffer.from(block).toString()).toBe(before)
    written.push(before)
    busy--
  })
  expect(written).toEqual(wanted)
  expect(bytes).toBe(pieces.join('').length)
})

it('a block that can not be written ends the writing, and the source is told', async () => {
  let isTold = false
  let blocks = 0
  async function* endless() {
    try {
      for (;;) yield Buffer.from('abcd')
    } finally {
      isTold = true
    }
  }
  const writing = writeBlocks(endless(), 4, async () => {
    if (++blocks === 3) throw new Error('the disk is full')
  })
  await expect(writing).rejects.toThrow('the disk is full')
  expect([isTold, blocks]).toEqual([true, 3])
})

it('the last block is waited for, also when it fails, and when the source does', async () => {
  const failing = writeBlocks(inOneMemory('abc'), 4, () => Promise.reject(new Error('the disk is full')))
  await expect(failing).rejects.toThrow('the disk is full')
  let isWritten = false
  async function* cut() {
    yield Buffer.from('abcd')
    throw new Error('the sender hung up')
  }
  const writing = writeBlocks(cut(), 4, async () => {
    await Bun.sleep(5)
    isWritten = true
  })
  await expect(writing).rejects.toThrow('the sender hung up')
  expect(isWritten).toBe(true)
})
