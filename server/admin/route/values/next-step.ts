import { nextRoutes } from '@patchbay/core/next-step'
import Type from 'typebox'

const members = {
  route: Type.Enum([...nextRoutes], { description: 'The operationId of a route of the admin API' }),
  params: Type.Record(Type.String(), Type.String(), { description: 'Its parameters, as far as they are known' }),
}

/** `NextStep` of core in answers: beside errors, and in suggestions. */
export const nextStepJson = Type.Object(
  { ...members, or: Type.Optional(Type.Object(members, { description: 'Another step that helps as well' })) },
  {
    title: 'NextStep',
    description:
      'What an administrator can do about it. A client that words the next step itself sends `Prefer: next=data`; the texts then leave it out.',
  },
)
