import { choice, cursor, record, Type, text } from '@patchbay/core/provider'

export const model = text(200, 'Id of the model: list_models lists them')
export const response_id = text(200, 'Id of the response, e.g. resp_67cb')
export const file_id = text(200, 'Id of the file, e.g. file-abc123')
export const batch_id = text(200, 'Id of the batch, e.g. batch_abc123')
export const order = choice(['asc', 'desc'], 'Sort by creation time; default: desc')
/** https://platform.openai.com/docs/api-reference/responses/create#responses-create-metadata */
export const metadata = record(Type.String({ maxLength: 512 }), {
  max: 16,
  description: 'Notes of your own by name (64 characters at most)',
})

/** The members that every answer of OpenAI's has; others pass unchanged. */
export const thing = Type.Object({ id: Type.String(), object: Type.String() })

/** Every list goes on after the last object's id. */
export const aList = (max: number) =>
  ({
    result: Type.Object({ data: Type.Array(thing), has_more: Type.Boolean() }),
    pages: cursor({ items: '/data', lastItem: '/id', more: '/has_more', into: 'after', size: { into: 'limit', max } }),
  }) as const
