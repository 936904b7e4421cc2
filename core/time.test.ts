import { expect, expectTypeOf, it } from 'vitest'
import {
  asUnixMs,
  asUnixSeconds,
  exactSecondsOf,
  hasCome,
  isoTime,
  msOf,
  secondsOf,
  shiftTime,
  type UnixMs,
  type UnixSeconds,
} from './time.ts'

const moment = new Date('2026-11-20T12:00:00.750Z')

it('a moment has the same time in each unit', () => {
  expect(msOf(moment)).toBe(1_795_176_000_750)
  expect(exactSecondsOf(moment)).toBe(1_795_176_000.75)
  expect(secondsOf(moment)).toBe(1_795_176_000)
  expect(msOf(secondsOf(moment))).toBe(1_795_176_000_000)
  expect(isoTime(msOf(moment))).toBe('2026-11-20T12:00:00.750Z')
  expect(msOf(isoTime(moment))).toBe(msOf(moment))
})

it('a time is shifted in its own unit', () => {
  expect(shiftTime(asUnixSeconds(100), 5)).toBe(105)
  expect(shiftTime(asUnixMs(100), -5)).toBe(95)
})

it('a whole second has come in its first millisecond', () => {
  expect(hasCome(asUnixSeconds(1000), asUnixMs(999_999))).toBe(false)
  expect(hasCome(asUnixSeconds(1000), asUnixMs(1_000_000))).toBe(true)
})

it('a time of one unit is none of the other, nor is a number', () => {
  expectTypeOf<UnixMs>().not.toExtend<UnixSeconds>()
  expectTypeOf<UnixSeconds>().not.toExtend<UnixMs>()
  expectTypeOf<number>().not.toExtend<UnixSeconds>()
})
