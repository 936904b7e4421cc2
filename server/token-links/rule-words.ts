import { parsePattern, type Right, rights } from '@patchbay/core/access'
import { isClassName } from '@patchbay/core/provider'
import { pageTexts } from '../pages/page-texts.ts'

const isRight = (what: string): what is Right => rights.some((right) => right === what)

const inWords = (what: string): string => {
  if (what === '*') return 'read and change things'
  if (isRight(what)) return pageTexts.rights[what][1]
  return isClassName(what) ? pageTexts.classes[what] : `use the action ${what}`
}

/** A pattern in words, for a person who gets a token: `*:write` is "create, change and delete things, everywhere". */
export const describePattern = (text: string): string => {
  const pattern = parsePattern(text)
  if (!pattern) return ''
  const { provider, what, account } = pattern
  const place = provider === '*' ? 'everywhere' : `at ${provider}`
  return `${inWords(what)}, ${place}${account === undefined ? '' : `, in the account ${account}`}`
}
