import { type Decided, toSlice } from '../convert/to-slice.ts'
import { createLeftOutList } from '../read/left-out.ts'
import type { Node } from '../read/node.ts'
import { inVersion3 } from '../read/version-3.ts'

/** A document with these paths. */
export const documentOf = (paths: object, more: object = {}): Node => ({
  openapi: '3.0.3',
  info: { title: 'Shelves', version: '1' },
  servers: [{ url: 'https://api.shelves.com/v1' }],
  paths,
  ...more,
})

/** A document of one `POST /items` with this body. */
export const postOf = (schema: unknown, media = 'application/json', components: object = {}): Node =>
  documentOf(
    { '/items': { post: { operationId: 'createItem', requestBody: { content: { [media]: { schema } } } } } },
    { components },
  )

/** The slice of a document of any version. */
export const sliceOf = async (root: Node, decided: Partial<Decided> = {}) => {
  const leftOut = createLeftOutList()
  const result = toSlice(await inVersion3(root, leftOut), { id: 'shelves', ...decided })
  return { ...result, leftOut: [...leftOut.all, ...result.leftOut] }
}

/** The only action of a document. */
export const actionOf = async (root: Node) => {
  const { slice } = await sliceOf(root)
  const [action] = Object.values(slice.actions)
  if (!action) throw new Error('the document has no action')
  return action
}
