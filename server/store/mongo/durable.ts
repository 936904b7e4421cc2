/**
 * Survives the loss of a member and of power. The server would wait without end for members that are too few or lag: so
 * long at most, a write is then taken for one that failed.
 */
export const durable = { w: 'majority', journal: true, wtimeoutMS: 3000 } as const
