import Type from 'typebox'
import { readEffect, writeEffect } from '../provider/effect.ts'
import type { AnyAction, Effect } from '../provider/index.ts'
import type { AnyCuration } from '../provider/overlay.ts'
import type { References } from '../schema/index.ts'
import { type OfAll, planOf } from './plan.ts'
import { createRequest } from './request.ts'
import type { Slice, SliceAction } from './slice.ts'

/** Whether an action reads: by what the overlay says, else the document's own effect, else its method. */
export const kindOf = (
  { effect, method }: Pick<SliceAction, 'effect' | 'method'>,
  curation?: Partial<AnyCuration>,
): Effect['kind'] => curation?.effect ?? effect ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')

/** An action of a document as core runs it, after what its provider's overlay says of it. */
export const makeAction = (
  slice: Pick<Slice, 'server'>,
  action: SliceAction,
  references: References,
  curation: Partial<AnyCuration> = {},
  provider?: OfAll,
): AnyAction => {
  const plan = planOf(slice, action, references, curation, provider)
  const { description = action.description, synonyms, pages, result, shape, failure } = curation
  const { origin, answer, auth, fill = {} } = plan
  const params = plan.parameters
    .filter(({ name }) => !Object.hasOwn(fill, name))
    .map(({ name, required, schema }) => [name, required ? schema : Type.Optional(schema as Type.TSchema)] as const)
  return {
    route: `${action.method} ${action.path}`,
    description,
    effect: kindOf(action, curation) === 'read' ? readEffect(curation) : writeEffect(curation as object),
    params: Object.fromEntries(params),
    definition: {},
    references,
    request: createRequest(plan),
    ...(synonyms && { synonyms }),
    ...(pages && { pages }),
    ...(result && { result }),
    ...(shape && { shape }),
    ...(failure && { failure }),
    ...(answer && { answer }),
    ...(origin !== undefined && { origin }),
    ...(auth === false && { auth }),
  }
}
