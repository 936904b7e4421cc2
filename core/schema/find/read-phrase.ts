import { type Concept, chooseVerbWeight, groupWords, toConcept, toConcepts } from './phrase-concepts.ts'
import { withoutPhrasalVerbs } from './words/phrasal-verbs.ts'
import { findRelated } from './words/related.ts'
import { findStandingThings } from './words/standing-things.ts'
import { classifyVerb, findRepeated, isAmbiguousVerb, isReading, type VerbClass, verbForms } from './words/verbs.ts'
import { isFaint, isPreposition, splitWords, toTerm } from './words/words.ts'

/** A parsed query. */
export interface FindQuery {
  readonly concepts: readonly Concept[]
  /** The wanted kinds of action, most likely first; empty if the query doesn't say. */
  readonly verbs: readonly VerbClass[]
  readonly verb: string | undefined
  /** Other verbs that mean the same. */
  readonly sameVerbs: readonly string[]
  /** `undefined`: the query is only about things. */
  readonly kind: 'read' | 'write' | undefined
  /** True if the words are certain that something is to be read or changed. */
  readonly isSure: boolean
  /** True if the words say that many things are meant at once. */
  readonly isBulk: boolean
  /** The term of the wanted thing. */
  readonly head: string | undefined
  /** The terms of what the verb is done to. */
  readonly object: ReadonlySet<string>
  /** The terms of things that are there already, which no creation makes. */
  readonly standing: ReadonlySet<string>
}

const longestQuery = 500
/** The most words of a query, because each word is looked up in thousands of actions. */
const mostConcepts = 16

const politeWords = (
  "hi hey hello please pls ok okay so and can could would will shall must should may you we i i'd i'll i'm let's let me us want wanna wish need needs have has got " +
  'like love try how do does to help now just then that the gonna going kindly thanks the'
).split(' ')

/** The polite phrases at the beginning of a query. */
const politeness = new RegExp(`^(?:(?:${politeWords.join('|')})[\\s,]+)+(?=\\S)`)

/** True for a word of the phrases at the beginning of a query. */
export const isPoliteWord = (word: string): boolean => politeWords.includes(word)

const questionWords = 'what which who whose whom when where why is are was were does do did has have any how'.split(' ')
const people = 'i we you they people users anybody anyone somebody someone he she it the my our there'.split(' ')

/** True for a question. `Do` and `have` begin one before a person only: some people write `do create a ticket`. */
const isQuestion = ([first = '', second = '']: readonly string[]): boolean =>
  questionWords.includes(first) && (!/^(?:do|does|have|has)$/.test(first) || people.includes(second))

/** The words that say that many things are meant at once. */
const bulkWords = /\b(?:many|several|multiple|bulk|batch|mass|hundreds|thousands|at once|in one (?:go|call|request))\b/

/** The words that follow a verb, but not the first of two nouns. */
const determiners: ReadonlySet<string> = new Set(
  (
    'a an the this that these those my our your his her its their all any some every each no it him them someone somebody something anything everyone ' +
    'everybody people to on in with by at for out up off down into as about new one two three four five six seven eight nine ten another'
  ).split(' '),
)

export const isPlural = (word: string): boolean =>
  word === 'people' || (word.length > 3 && /[^su]s$/.test(word) && !/(?:ss|us|is)$/.test(word))

interface Lead {
  readonly verb: string | undefined
  readonly rest: readonly string[]
}

/** The verb that a phrase begins with, if it begins with one, and the words behind it. */
const readLead = (words: readonly string[], text: string): Lead => {
  const [first = '', second = ''] = words
  const term = toTerm(first)
  const none = { verb: undefined, rest: words }
  // `merge requests` is a thing.
  if (term === undefined || isPlural(first) || isFaint(first) || /^merge requests?\b/.test(text)) return none
  const isBeforeDeterminer = determiners.has(second) || /^\S+\s+\S+'s\b/.test(text)
  const isKnown = classifyVerb(term).length > 0
  const isVerb = isBeforeDeterminer || (isKnown && (!isAmbiguousVerb(term) || second === ''))
  return isVerb ? { verb: term, rest: words.slice(1) } : none
}

/** Verbs at the end of a phrase in which the others are nouns: `zendesk ticket reply`. */
const finalVerbs: ReadonlySet<string> = new Set(['search', 'reply', 'upload', 'export'])

/** The verb within a phrase, as in `trello card create` and `i want that you make a ticket`, and the other words. */
const readInnerVerb = (words: readonly string[]): Lead => {
  const isCertain = (word: string): boolean => verbForms.has(word) && !isAmbiguousVerb(toTerm(word) ?? '')
  // `records changed this week` asks for records.
  const isPast = (word: string, at: number): boolean => /ed$/.test(word) && at === 1 && isPlural(words[0] ?? '')
  const inside = words.findIndex((word, at) => isCertain(word) && !isPast(word, at))
  const preposition = words.findIndex((word, at) => at > 0 && isPreposition(word))
  const last = (preposition < 0 ? words.length : preposition) - 1
  const at = inside < 0 && last > 0 && finalVerbs.has(words[last] ?? '') ? last : inside
  const verb = at < 0 ? undefined : toTerm(words[at] ?? '')
  return verb === undefined ? { verb, rest: words } : { verb, rest: words.toSpliced(at, 1) }
}
const weightOfPerson = 0.4
/** The weight of the words of a message: telling somebody something is sending a message, and its text doesn't tell how it is sent. */
const weightOfMessage = 0.7
const weightOfContent = 0.2

/** The words that introduce the criteria of a search. */
const searching =
  /\b(?:(?:who|which|that) (?:live|lives|come|comes|are from|is from|work|works)|whose|mention\w*|contain\w*|match\w*|about|named|called|titled|keyword|with the word|by (?:its |their )?(?:name|title|phone|email|address|id))\b/

/** The kinds of reading that a phrase may ask for, the most probable one first. */
const orderReading = (isSearch: boolean, isMany: boolean): readonly VerbClass[] => {
  if (isSearch) return ['search', 'list', 'get']
  return isMany ? ['list', 'search', 'get'] : ['get', 'list', 'search']
}

/** True for a word before what isn't wanted, which tells little of the action: `save the card without charging it`. */
const excludes = (word: string): boolean => word === 'without' || word === 'instead' || word === 'except'

/** The wanted kind: without a verb, several things are looked at, and one is either looked at or made. */
const chooseKind = (isLook: boolean, verb: string | undefined, verbs: readonly VerbClass[]): FindQuery['kind'] => {
  if (verb === undefined) return isLook ? 'read' : undefined
  return isReading(verbs[0] ?? 'create') ? 'read' : 'write'
}

/** The meaning of the verb, and its object. */
type Deed = Pick<FindQuery, 'sameVerbs' | 'object' | 'standing'>

/** Reads what is done. Nothing behind a preposition is the verb's object. */
const readDeed = (verb: string | undefined, rest: readonly string[]): Deed => {
  if (verb === undefined) return { sameVerbs: [], object: new Set(), standing: new Set() }
  const end = rest.findIndex(isPreposition)
  return {
    sameVerbs: [...findRelated(verb), ...findRepeated(verb)],
    object: new Set(groupWords(end < 0 ? rest : rest.slice(0, end))[0]?.flatMap((word) => toTerm(word) ?? [])),
    standing: findStandingThings(rest, verb),
  }
}

/** Parses a query: the things it is about, and the wanted kind of action. */
export const readPhrase = (query: string): FindQuery => {
  const text = withoutPhrasalVerbs(query.slice(0, longestQuery).toLowerCase().trim())
  const asks = isQuestion(splitWords(text)) && !/^how (?:do|can|would|to)\b/.test(text)
  const phrase = asks ? text : text.replace(politeness, '')
  const words = splitWords(phrase)
  const lead = asks ? { verb: undefined, rest: words } : readLead(words, phrase)
  const { verb, rest } = asks || lead.verb !== undefined ? lead : readInnerVerb(words)
  const verbs = verb === undefined ? [] : classifyVerb(verb)
  const isSending = verbs[0] === 'send'
  const end = rest.findIndex((word, at) => at > 0 && (excludes(word) || (isSending && /^(?:that|saying)$/.test(word))))
  const groups = groupWords(end < 0 ? rest : rest.slice(0, end))
  const all = [
    ...(isSending ? [toConcept('message', weightOfMessage)] : []),
    ...(end < 0 ? [] : toConcepts(groupWords(rest.slice(end))).map((one) => ({ ...one, weight: weightOfContent }))),
    ...(verb === undefined ? [] : [toConcept(verb, chooseVerbWeight(verb))]),
    ...(/\b(?:who|someone|somebody|everyone|everybody)\b/.test(text) ? [toConcept('who', weightOfPerson)] : []),
    ...toConcepts(groups),
  ]
  const concepts = [...new Map(all.toReversed().map((concept) => [concept.term, concept])).values()].toReversed()
  const isPhrase = !asks && verb === undefined && !determiners.has(words[0] ?? '')
  const isMany = isPhrase || isPlural(groups[0]?.at(-1) ?? '') || /\b(?:all|every|which|list|how many)\b/.test(text)
  const reads = verb === undefined || isReading(verbs[0] ?? 'create')
  return {
    concepts: concepts.slice(0, mostConcepts),
    verbs: reads ? orderReading(verbs[0] === 'search' || searching.test(text), isMany) : verbs,
    verb,
    kind: chooseKind(asks || isPlural(groups[0]?.at(-1) ?? ''), verb, verbs),
    isSure: asks || lead.verb !== undefined,
    isBulk: bulkWords.test(text),
    head: toTerm(groups[0]?.findLast((word) => !isFaint(word)) ?? ''),
    ...readDeed(verb, rest),
  }
}
