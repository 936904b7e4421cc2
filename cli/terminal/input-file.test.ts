import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/gateway.ts'
import { readInput } from './input-file.ts'

const folder = temporaryFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('numbers of a JSON file keep every digit', () => {
  const read = readInput(write('a.json', '{"id": 1148028305960370177, "rate": 0.12345678901234567890}'))
  expect(JSON.stringify(read)).toBe('{"id":1148028305960370177,"rate":0.12345678901234567890}')
})

test('a YAML file is read, and a number that YAML would round is refused with the way out', () => {
  expect(readInput(write('a.yaml', 'id: "1148028305960370177"\nsize: 12\n'))).toEqual({
    id: '1148028305960370177',
    size: 12,
  })
  expect(() => readInput(write('b.yaml', 'list:\n  - id: 1148028305960370177\n'))).toThrow('in quotes')
})
