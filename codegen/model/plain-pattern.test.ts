// Test lanes: slow

import { isPlain, isSeparated } from '@patchbay/core/schema'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'

process.env.RECHECK_SYNC_BACKEND = 'pure'

const plain = [
  '^[a-z]{3}$',
  '^[a-z0-9_-]+$',
  '^\\d{4}-\\d{1,2}-\\d{1,2}$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^(asc|desc)$',
  '^.{1,60}$',
  '^arn:aws:[a-z]+:1$',
  '^(?!aws:)[a-z]*$',
  '\\S+',
  '^\\p{L}+$',
  '^[^/]{1,60}\\/[a-z]{2}$',
]

const others = [
  '^(a+)+$',
  '^a*a*$',
  '^(a|a)*$',
  '^([a-z]+)*@$',
  '[a-z]+@',
  '^[a-z]+@[a-z]+\\.[a-z]+$',
  '^a+|b+c$',
  '^(a{0,40}){40}$',
  '^(.{0,20}a){10}$',
  '^(\\w+\\s?)*$',
  '^(a)\\1+$',
  '^(?:a?){30}a{30}$',
]

/** On a busy machine the judge's own limits of time would make it unsure. */
const unhurried = { timeout: 60_000, attackTimeout: 60_000, incubationTimeout: 60_000 }

test.each(plain)('pattern %# is plain, and the exact judge agrees', (pattern) => {
  expect(isPlain(pattern)).toBe(true)
  expect(checkSync(pattern, 'u', unhurried).status).toBe('safe')
})

test.each(others)('%s is for a linear engine', (pattern) => {
  expect(isPlain(pattern)).toBe(false)
})

const separated = [
  '^[^/]+(/[^/]+)*$',
  '^[a-z0-9-]+(\\.[a-z0-9-]+)*$',
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$",
  '^[a-z]+:[^/]+$',
]

const notSeparated = [
  '^[^,]+(/[^/]+)*$',
  '^[^/]+(/[^,]+)*$',
  '^[a-z.]+(\\.[a-z]+)*$',
  '^[a-z]+(.[a-z]+)*$',
  '^[a-z]+(,?[a-z]+)*$',
  '^[^:]+(:[^:]+)+$',
  '^[\\s\\S]+@[a-z]+$',
  '[a-z]+@[a-z]+',
  '^([a-z]+(,[a-z]+)*)*$',
]

test.each(separated)('texts of pattern %# have a separator, and the exact judge finds it safe', (pattern) => {
  expect(isSeparated(pattern)).toBe(true)
  expect(checkSync(pattern, 'u', unhurried).status).toBe('safe')
})

test.each(notSeparated)('the texts of %s have no separator that is none of theirs, or no other form', (pattern) => {
  expect(isSeparated(pattern)).toBe(false)
})
