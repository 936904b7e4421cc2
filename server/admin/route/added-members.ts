import { type Detail, invalidInput } from '@patchbay/core/errors'
import Type from 'typebox'

/** A member that the gateway adds to a record: a body may send back the value from an answer. */
export const addedMember = () =>
  Type.Optional(
    Type.String({ description: 'The gateway sets it. Leave it out, or send back the value from an answer' }),
  )

type AddedMembers = Readonly<Record<string, string | undefined>>

/**
 * Throws VALIDATION_ERROR for members of the gateway's own that differ from those of the stored record: they can't be set, and
 * another `version` shows that the record was changed since it was read.
 */
export const checkAddedMembers = (members: AddedMembers, stored: AddedMembers): void => {
  const faults = Object.entries(members).flatMap(([name, value]): Detail[] => {
    if (value === undefined || value === stored[name]) return []
    const expected = stored[name] === undefined ? 'must be left out' : `must be ${stored[name]} or left out`
    const isStale = stored[name] !== undefined && (name === 'version' || name === 'updated_at')
    const advice = isStale ? 'somebody changed the record since you read it; read it again' : 'the gateway sets it'
    return [{ path: `/${name}`, message: `${expected}: ${advice}` }]
  })
  if (faults.length > 0) throw invalidInput(faults)
}
