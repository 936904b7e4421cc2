import type { MongoClient } from 'mongodb'

/**
 * Returns a function that says whether the driver's monitor last reached a server that takes writes. The monitor notices a
 * broken connection at once, so calls needn't wait for a server that is known to be down. The broken connection of a
 * single command doesn't count.
 */
export const watchPrimary = (client: MongoClient): (() => boolean) => {
  // The driver doesn't monitor servers behind a load balancer.
  if (client.options.loadBalanced) return () => true
  const writable = new Set<string>()
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
    // The first answer of a server has the older name.
    if (reply.isWritablePrimary ?? reply.ismaster) writable.add(connectionId)
    else writable.delete(connectionId)
  })
  client.on('serverHeartbeatFailed', ({ connectionId }) => writable.delete(connectionId))
  client.on('serverClosed', ({ address }) => writable.delete(address))
  return () => writable.size > 0
}
