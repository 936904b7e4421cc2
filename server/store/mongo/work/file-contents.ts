import type { DiskSpace, FileContents } from '@patchbay/core/store'
import { Binary, type Collection, type Document, MongoError } from 'mongodb'
import { ownTables } from '../../rules/own-tables.ts'
import { unavailable } from '../../rules/unavailable.ts'
import { writeBlocks } from '../../rules/write-blocks.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'

interface ContentDocument extends Document {
  readonly _id: string
  readonly length: number
  readonly chunkSize: number
  readonly uploadDate: Date
  readonly filename: string
}

interface PieceDocument extends Document {
  readonly files_id: string
  readonly n: number
  readonly data: Binary
}

/** GridFS finds a file's pieces by this pair (https://www.mongodb.com/docs/manual/core/gridfs/). */
const contents: CollectionOf<ContentDocument> = {
  name: 'file_contents.files',
  bound: ownTables['file_contents.files'],
  indexes: [],
}
const pieces: CollectionOf<PieceDocument> = {
  name: 'file_contents.chunks',
  bound: ownTables['file_contents.chunks'],
  indexes: [
    { key: { files_id: 1, n: 1 }, unique: true },
    // Finds one piece for each file, even for files that were never completed.
    { key: { files_id: 1 }, name: 'first_pieces', partialFilterExpression: { n: 0 } },
  ],
}

/** The default size of GridFS. */
const pieceBytes = 255 * 1024

/**
 * The driver's own download has the server send 16 MB at a time, which is held for each reader. One piece takes half of the memory of
 * four, and as long.
 */
const piecesAtOnce = 1

async function* readPieces(cut: Collection<PieceDocument>, id: string): AsyncGenerator<Uint8Array> {
  const options = { sort: { n: 1 }, batchSize: piecesAtOnce, projection: { data: 1 } } as const
  try {
    for await (const { data } of cut.find({ files_id: id }, options)) yield data.buffer
  } catch (error) {
    throw error instanceof MongoError ? unavailable(error) : error
  }
}

/** A server tells the space of its disk in milliseconds, and looks at every collection for it. */
const spaceMs = 5000

/** The disk of the server's data; `undefined` where it doesn't say: a router, a service, a user without the right. */
const createSpace = (db: MongoDatabase): FileContents['space'] => {
  let [space, until]: [Promise<DiskSpace | undefined>, number] = [Promise.resolve(undefined), 0]
  const ask = async (): Promise<DiskSpace | undefined> => {
    const { fsTotalSize, fsUsedSize }: Document = await db.databaseOf(contents).command({ dbStats: 1 })
    if (typeof fsTotalSize !== 'number' || typeof fsUsedSize !== 'number' || fsTotalSize <= 0) return undefined
    return { freeBytes: fsTotalSize - fsUsedSize, totalBytes: fsTotalSize }
  }
  return () => {
    if (performance.now() < until) return space
    until = performance.now() + spaceMs
    space = ask().catch(() => undefined)
    return space
  }
}

/** The sealed bytes of files, in GridFS. */
export const gridFileContents = (db: MongoDatabase): FileContents => {
  const [whole, cut] = [db.collection(contents), db.collection(pieces)]
  return {
    write: (id, source) =>
      db.runLong(async () => {
        let n = 0
        // The driver's own upload copies each piece twice more.
        const length = await writeBlocks(source, pieceBytes, (block) => {
          const piece = { files_id: id, n: n++, data: new Binary(block) }
          return db.runWrite('configuration', () => cut.insertOne(piece))
        })
        const file = { _id: id, length, chunkSize: pieceBytes, uploadDate: new Date(), filename: id }
        await db.runWrite('configuration', () => whole.insertOne(file))
      }),
    read: (id) =>
      db.run(async () => {
        if (await whole.findOne({ _id: id }, { projection: { _id: 1 } })) return readPieces(cut, id)
        throw unavailable(new Error('the bytes of the file are gone'))
      }),
    remove: (id) =>
      db.runLong(async () => {
        await db.runWrite('configuration', () => whole.deleteOne({ _id: id }))
        await cut.deleteMany({ files_id: id })
      }),
    list: (after, limit) =>
      db.run(async () => {
        const cursor = cut.find({ files_id: { $gt: after }, n: 0 }, { projection: { files_id: 1 } })
        return (await cursor.sort({ files_id: 1 }).limit(limit).toArray()).map(({ files_id }) => files_id)
      }),
    space: createSpace(db),
    // Its server needs room of its own, which no client can give it.
    makeRoom: async () => false,
  }
}
