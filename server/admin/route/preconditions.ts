import { GatewayError, invalid } from '@patchbay/core/errors'

/** ETags as they were sent; `*`: any. */
type Tags = '*' | readonly string[]

/** The preconditions of a request (RFC 9110, section 13.1). */
export interface Preconditions {
  readonly ifMatch: Tags | undefined
  readonly ifNoneMatch: Tags | undefined
}

/** The strong ETag of a record. */
export const formatEtag = (version: string): string => `"${version}"`

const tag = '(?:W/)?"[\\x21\\x23-\\x7e]*"'
const tags = new RegExp(tag, 'g')

/** ETags, or `*` (RFC 9110, section 8.8.3). */
export const etagsPattern = `^(?:\\*|${tag}(?:[ \\t]*,[ \\t]*${tag})*)$`
const etagsForm = new RegExp(etagsPattern)

const readTags = (headers: Headers, name: string): Tags | undefined => {
  const text = headers.get(name)
  if (text === null || text === '*') return text ?? undefined
  if (etagsForm.test(text)) return text.match(tags) ?? []
  throw invalid('', `the header ${name} must be the ETag of an answer, in its double quotes, or *`)
}

/** Throws VALIDATION_ERROR for a header that can't be read: the change would be made without its precondition. */
export const readPreconditions = (headers: Headers): Preconditions => ({
  ifMatch: readTags(headers, 'If-Match'),
  ifNoneMatch: readTags(headers, 'If-None-Match'),
})

const failed = (
  header: 'If-Match' | 'If-None-Match',
  message: string,
  fault: string,
  version: string | undefined,
): GatewayError =>
  new GatewayError('CONFLICT', message, {
    status: 412,
    details: [{ path: '', header, message: fault }],
    ...(version !== undefined && { headers: { etag: formatEtag(version) } }),
  })

/** `If-Match` compares strongly: a weak ETag never matches (RFC 9110, section 8.8.3.2). */
const matches = (tags: Tags, version: string | undefined): boolean =>
  version !== undefined && (tags === '*' || tags.includes(formatEtag(version)))

const matchesWeakly = (tags: Tags, version: string | undefined): boolean =>
  matches(tags === '*' ? tags : tags.map((one) => one.replace(/^W\//, '')), version)

/**
 * Throws CONFLICT with the status 412 if the stored record isn't as the request expects it. `version`: that of the record;
 * `undefined`: there is none. `record` names it in messages.
 */
export const checkPreconditions = (
  { ifMatch, ifNoneMatch }: Preconditions,
  version: string | undefined,
  record: string,
): void => {
  if (ifMatch !== undefined && !matches(ifMatch, version)) {
    throw version === undefined
      ? failed('If-Match', `${record} does not exist any more`, 'If-Match needs a record that exists', version)
      : failed('If-Match', `${record} has changed`, `its ETag is ${formatEtag(version)} now; read it again`, version)
  }
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, version)) {
    const fault = 'If-None-Match does not hold; leave the header out to replace it'
    throw failed('If-None-Match', `${record} exists already`, fault, version)
  }
}
