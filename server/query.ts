import { invalid } from '@patchbay/core/errors'
import { pointerToken } from '@patchbay/core/schema'

const hasQuery = (url: string): boolean => url.includes('?')

/** Throws VALIDATION_ERROR for a query parameter that is there twice: whoever reads it could take either. */
export const refuseRepeatedQuery = (url: string): void => {
  if (hasQuery(url)) readQuery(url)
}

/** The query's parameters by name. Throws VALIDATION_ERROR for a repeated one. */
export const readQuery = (url: string): Map<string, string> => {
  const query = new Map<string, string>()
  for (const [name, value] of new URL(url).searchParams) {
    if (query.has(name)) throw invalid(`/${pointerToken(name)}`, 'this query parameter is there more than once')
    query.set(name, value)
  }
  return query
}
