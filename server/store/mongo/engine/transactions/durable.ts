/**
 * A write survives the loss of a member and of power. The server would wait endlessly for members that are missing or lag
 * behind; after this time the write counts as failed.
 */
export const durable = { w: 'majority', journal: true, wtimeoutMS: 3000 } as const
