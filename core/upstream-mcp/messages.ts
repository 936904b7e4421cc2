import { randomBytes } from 'node:crypto'
import { markNumbers, unmarkNumbers } from '../encoding/exact-json.ts'
import { isTooDeep } from './nesting.ts'

/** The library parses with doubles: other numbers pass it as texts with this mark, which no server can know. */
const mark = `number-${randomBytes(12).toString('hex')}:`

/** A text of JSON for the library. Throws RangeError if it is nested so deeply that nobody should walk it. */
export const forLibrary = (json: string): string => {
  if (isTooDeep(json)) throw new RangeError('nested too deeply')
  return markNumbers(json, mark)
}

/** The text of a value that the library has parsed, with every digit of its numbers. */
export const exactTextOf = (value: unknown): string => unmarkNumbers(JSON.stringify(value) ?? 'null', mark)

/** A value that the library has parsed, with doubles for all numbers. */
export const plainValue = (value: unknown): unknown => JSON.parse(exactTextOf(value))

/** The id of an answer: the gateway's are numbers, which some servers send back as texts. */
export const readAnswerId = (id: unknown): unknown =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
