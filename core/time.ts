declare const unit: unique symbol

/** Seconds since 1970, UTC. Times are converted in this file only, so that the compiler finds those of another unit. */
export type UnixSeconds = number & { readonly [unit]: 'seconds' }
/** Milliseconds since 1970, UTC. */
export type UnixMs = number & { readonly [unit]: 'milliseconds' }
/** ISO 8601 in UTC, with milliseconds: `2026-11-20T12:00:00.000Z`. */
export type IsoTime = string & { readonly [unit]: 'ISO 8601' }

/** A number from elsewhere that is in seconds. */
export const asUnixSeconds = (seconds: number): UnixSeconds => seconds as UnixSeconds
/** A number from elsewhere that is in milliseconds. */
export const asUnixMs = (ms: number): UnixMs => ms as UnixMs

/** A text from elsewhere that has this form. */
export const asIsoTime = (text: string): IsoTime => text as IsoTime

export const currentMs = (): UnixMs => Date.now() as UnixMs

/** Milliseconds of a moment in another form. */
export const msOf = (moment: Date | UnixSeconds | IsoTime): UnixMs => {
  if (typeof moment === 'number') return (moment * 1000) as UnixMs
  return (typeof moment === 'string' ? Date.parse(moment) : moment.getTime()) as UnixMs
}

/** The seconds with their fraction, to be compared with whole ones. */
export const exactSecondsOf = (moment: Date | UnixMs): UnixSeconds =>
  ((typeof moment === 'number' ? moment : moment.getTime()) / 1000) as UnixSeconds

/** The whole seconds: the last one that has begun. */
export const secondsOf = (moment: Date | UnixMs): UnixSeconds => Math.floor(exactSecondsOf(moment)) as UnixSeconds

/** A later time; an earlier one for less than 0. `by` has the unit of the time. */
export const shiftTime = <T extends UnixSeconds | UnixMs>(time: T, by: number): T => (time + by) as T

export const latest = <T extends UnixSeconds | UnixMs>(times: readonly T[]): T => Math.max(...times) as T

export const earliest = <T extends UnixSeconds | UnixMs>(times: readonly T[]): T => Math.min(...times) as T

/** Tells whether a time that is held in seconds has come. */
export const hasCome = (time: UnixSeconds, now: Date | UnixMs): boolean => time <= exactSecondsOf(now)

let last = { ms: Number.NaN, text: '' as IsoTime }

/** The text of a moment. The last one is kept, for the whole process as time is the same for all of it: under load many events share a millisecond. */
export const isoTime = (moment: Date | UnixMs): IsoTime => {
  const ms = typeof moment === 'number' ? moment : moment.getTime()
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() as IsoTime }
  return last.text
}
