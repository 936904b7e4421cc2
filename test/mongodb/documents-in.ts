import { MongoClient } from 'mongodb'

/** All documents of each collection, as JSON. */
export const documentsIn = async (uri: string): Promise<Map<string, Buffer>> => {
  const client = new MongoClient(uri)
  const places = new Map<string, Buffer>()
  for (const collection of await client.db().collections()) {
    const documents = await collection.find().toArray()
    places.set(collection.collectionName, Buffer.from(JSON.stringify(documents)))
  }
  await client.close()
  return places
}
