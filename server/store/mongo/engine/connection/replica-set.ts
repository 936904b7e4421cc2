import type { Document, MongoClient } from 'mongodb'

const defaultName = 'rs0'

const initiation = (set: string, host: string): string =>
  `mongosh --host ${host} --eval 'rs.initiate({ _id: "${set}", members: [{ _id: 0, host: "${host}" }] })'`

const refusal = (set: string, host: string, hasSetName: boolean): string => {
  const why = hasSetName
    ? `${host} was started with --replSet, but its replica set was never initiated. Initiate it once:`
    : `${host} is a standalone server, and Patchbay needs a replica set; one member is enough. To make this server a ` +
      `set of one, start mongod with --replSet ${set} (its data stays), and then run once:`
  return `${why}\n\n  ${initiation(set, host)}\n`
}

/**
 * Reads the answers to the driver's monitor, so that a standalone server is recognized even if the URI names a replica
 * set: the driver then drops the server and only reports a timeout. The returned function says why no server can be used
 * and which command helps. It returns `undefined` if any server that answered is a mongos or belongs to a set.
 */
export const watchForStandalone = (client: MongoClient): (() => string | undefined) => {
  const answers = new Map<string, Document>()
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => answers.set(connectionId, reply))
  return () => {
    const isUsable = ({ setName, msg }: Document): boolean => setName !== undefined || msg === 'isdbgrid'
    const [first] = answers
    if (!first) return undefined
    const named = client.options.replicaSet
    const names = new Set([...answers.values()].flatMap(({ setName }) => setName ?? []))
    // The driver drops members of another set, and then says that no server answers.
    if (named && names.size > 0 && !names.has(named))
      return `the replica set there is called ${[...names].join(', ')}, and MONGODB_URI says replicaSet=${named}`
    if ([...answers.values()].some(isUsable)) return undefined
    const [host, { isreplicaset }] = first
    return refusal(client.options.replicaSet ?? defaultName, host, isreplicaset === true)
  }
}
