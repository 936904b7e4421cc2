import type { TSchema } from 'typebox'
import type { TValidationError } from 'typebox/error'
import type { Detail } from '../../errors.ts'
import type { Pointer } from '../../provider/answer/pages.ts'
import { at, pointerToken } from '../../provider/answer/pointer.ts'
import { noReferences, type References } from '../json-schema/references.ts'
import { condenseErrors } from './condense-errors.ts'
import { collectErrors, expandErrors } from './expand-errors.ts'
import { findOversizedValues } from './oversized-values.ts'
import { formatProblem, isEmptyOptional } from './problem-message.ts'
import { listKnownMembers } from './unknown-member.ts'

/** The most problems, as many as a reader can take in; the others appear once these are fixed. */
const mostProblems = 20
/**
 * The faults of a value in words: at most 20 details, one for each member that is wrong, missing or unknown, with its JSON
 * pointer (RFC 6901). Empty if the value is valid. Members that are too long are reported alone, because their content isn't
 * checked. Takes some 50 us, so call it after a failed check only.
 */
export const findProblems = (schema: TSchema, value: unknown, references: References = noReferences): Detail[] => {
  const tooLong = findOversizedValues(schema, value, references)
  if (tooLong.length > 0) return tooLong.slice(0, mostProblems)
  const byPlace = new Map<string, Detail>()
  const reported = new Set<string>()
  const errors = expandErrors({ schema, value, references }, collectErrors(schema, value, references))
  for (const error of condenseErrors(errors)) {
    if (byPlace.size >= mostProblems) break
    for (const detail of details(schema, value, error, references)) {
      if (byPlace.has(detail.path) && !tellsMore(error)) continue
      const withNames = withKnownNames(schema, error, references, detail, reported)
      byPlace.set(detail.path, isEmptyOptional(schema, value, error, references) ? withLeaveOut(withNames) : withNames)
    }
  }
  return [...byPlace.values()].slice(0, mostProblems).map(cutPath)
}

/** Longer pointers are nothing but a caller's own text: an answer would be twice as large as what was sent. */
const longestPath = 500

const cutPath = (detail: Detail): Detail =>
  detail.path.length > longestPath ? { ...detail, path: `${detail.path.slice(0, longestPath)}…` } : detail

const withLeaveOut = ({ path, message }: Detail): Detail => ({
  path,
  message: `leave it out, or send a value: ${message}`,
})

/** The most names to list, as many as a reader looks through. */
const mostNames = 30

/** An unknown member without a near match lists the known ones, once an object. */
const withKnownNames = (
  schema: TSchema,
  error: TValidationError,
  references: References,
  { path, message }: Detail,
  reported: Set<string>,
): Detail => {
  const memberNames = listKnownMembers(schema, error, references) ?? []
  const parent = path.slice(0, path.lastIndexOf('/'))
  if (memberNames.length === 0 || message.includes('did you mean') || reported.has(parent)) return { path, message }
  reported.add(parent)
  const more = memberNames.length > mostNames ? ', ...' : ''
  return { path, message: `${message} (known: ${memberNames.slice(0, mostNames).join(', ')}${more})` }
}

/** True for an error that says more than one about the type of the same member: it is about a constant. */
const tellsMore = ({ keyword }: TValidationError): boolean => keyword === 'const' || keyword === 'enum'

const details = (schema: TSchema, value: unknown, error: TValidationError, references: References): Detail[] => {
  switch (error.keyword) {
    // Each unknown member has an error of its own, of keyword `boolean`.
    case 'additionalProperties':
      return []
    case 'dependentRequired':
      return error.params.dependencies
        .map((name) => `${error.instancePath}/${pointerToken(name)}` as Pointer)
        .filter((path) => at(value, path) === undefined)
        .map((path) => ({ path, message: `is required where ${error.params.property} is given` }))
    case 'unevaluatedProperties':
      return error.params.unevaluatedProperties.map((name) => ({
        path: `${error.instancePath}/${pointerToken(String(name))}`,
        message: 'is not allowed here',
      }))
    case 'propertyNames':
      return error.params.propertyNames.map((name) => ({
        path: `${error.instancePath}/${pointerToken(name)}`,
        message: 'has a name that is not allowed here',
      }))
    case 'required':
      return error.params.requiredProperties.map((name) => ({
        path: `${error.instancePath}/${pointerToken(name)}`,
        message: 'is required',
      }))
    default:
      return [{ path: error.instancePath, message: formatProblem(schema, error, references, value) }]
  }
}
