/** Counts needn't survive a crash: the vendor or the log tells them again. So the primary's memory is enough. */
export const relaxedWrite = { writeConcern: { w: 1, journal: false } } as const
export const localRead = { readConcern: { level: 'local' } } as const
