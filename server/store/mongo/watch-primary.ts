import type { MongoClient } from 'mongodb'

/**
 * Whether a server that takes writes has answered the driver's monitor last, which hears at once of a connection that
 * breaks: what is known to be away needn't be waited for. One command's broken connection says nothing yet.
 */
export const watchPrimary = (client: MongoClient): (() => boolean) => {
  // Behind a load balancer there is no monitor.
  if (client.options.loadBalanced) return () => true
  const writable = new Set<string>()
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
    // A server's first answer has the older name.
    if (reply.isWritablePrimary ?? reply.ismaster) writable.add(connectionId)
    else writable.delete(connectionId)
  })
  client.on('serverHeartbeatFailed', ({ connectionId }) => writable.delete(connectionId))
  client.on('serverClosed', ({ address }) => writable.delete(address))
  return () => writable.size > 0
}
