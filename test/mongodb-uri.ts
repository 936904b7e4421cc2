/** The MongoDB of this run: `TEST_MONGODB_URI`, or the one that `start-mongodb.ts` has started. */
export const sharedMongodb = (): string => {
  const uri = process.env.TEST_MONGODB_URI
  if (!uri) throw new Error('TEST_MONGODB_URI is not set; run this file as one of the Vitest project mongodb')
  return uri
}

/** The URI with another database. */
export const withDatabase = (uri: string, name: string): string =>
  uri.replace(/^([^:]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${name}`)
