import { isPreposition, toTerm } from './words.ts'

const toTermSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => toTerm(word) ?? word))

/** The words before a thing that is there already. */
const definite: ReadonlySet<string> = new Set(
  'the this that these those my our your his her its their all every each which what s'.split(' '),
)

/** The verbs whose object comes from what they do, even with an article: `write the report`. */
const making = toTermSet(
  'create make add new insert open start write draft build generate schedule book plan log record register set issue post publish ' +
    'upload import setup arrange organize enter raise file put leave give save order submit take invite',
)

/** The verbs of what is done to a thing that is there, whatever its article. */
const replying = toTermSet('answer respond reply comment react')

/**
 * The terms of the things that a request speaks of as there: no action that creates one of them does it. `words`: the request without its verb.
 */
export const findStandingThings = (words: readonly string[], verb: string): ReadonlySet<string> => {
  const standing = new Set<string>()
  const newThings = new Set<string>()
  const always = replying.has(verb)
  let isObject = making.has(verb)
  let isThere = always
  for (const word of words) {
    const term = toTerm(word)
    if (isPreposition(word)) isObject = false
    if (definite.has(word)) isThere = true
    else if (term === undefined || isPreposition(word)) isThere = always
    else if (isObject) newThings.add(term)
    else if (isThere) standing.add(term)
  }
  return standing.difference(newThings)
}
