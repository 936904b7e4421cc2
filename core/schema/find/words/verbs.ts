import { toTerm } from './words.ts'

/** The class of a verb. `get`, `list` and `search` are reads; the others change something. */
export type VerbClass = 'get' | 'list' | 'search' | 'create' | 'update' | 'delete' | 'send'

/**
 * The verbs of actions' names and of queries, by class. A verb may be in several classes; the first one is its
 * most frequent.
 */
const verbs: readonly (readonly [verbClass: VerbClass, verbs: string])[] = [
  [
    'get',
    'get show see view read listen play hear know look fetch retrieve check download export display describe inspect compare return load summarize analyze calculate compute estimate preview',
  ],
  ['list', 'list browse enumerate show all count export scan'],
  ['search', 'search find look lookup query filter locate discover'],
  [
    'create',
    'create new add make put insert start open file raise write save leave register post publish generate build draft upload ' +
      'schedule book log record attach append invite subscribe enroll reply respond answer comment react submit issue request ' +
      'organize arrange host import copy duplicate clone fork trigger run execute launch initiate begin order buy plan issue setup tag label pin star ' +
      'bookmark favorite follow join give grant share connect link associate relate ask take tweet toot refund fulfill pay charge ship capture',
  ],
  [
    'update',
    'update change edit modify set move assign reassign escalate close rename adjust put patch mark toggle turn enable disable activate deactivate ' +
      'reopen resolve solve complete finish acknowledge ack approve reject accept decline merge restore reset transition tag label ' +
      'convert promote demote pause resume snooze mute unmute lock unlock suspend ignore replace upsert reschedule move transfer ' +
      'subscribe reorder sort switch confirm verify',
  ],
  [
    'delete',
    'delete remove drop erase cancel clear wipe purge trash destroy revoke void stop abort end unsubscribe unassign unlink detach ' +
      'disconnect disassociate unshare unpin unstar unfollow leave kick ban block close archive take deactivate reject dismiss',
  ],
  ['get', 'open access'],
  [
    'send',
    'send post tell write say publish email message text notify inform forward deliver call dial ping broadcast reply share',
  ],
]

/** Verbs that say so little that the thing alone decides. */
const plainVerbs: ReadonlySet<string> = new Set(
  'get list show see find search create add make new update change edit set delete remove put look read view open give do use fetch tell'
    .split(' ')
    .map((word) => toTerm(word) ?? word),
)

export const isPlainVerb = (term: string): boolean => plainVerbs.has(term)

const byStem: ReadonlyMap<string, readonly VerbClass[]> = new Map(
  [
    ...Map.groupBy(
      verbs.flatMap(([verbClass, words]) =>
        words.split(' ').map((word) => ({ term: toTerm(word) ?? word, verbClass })),
      ),
      ({ term }) => term,
    ),
  ].map(([term, all]) => [term, [...new Set(all.map(({ verbClass }) => verbClass))]]),
)

/** The verbs in their base form. */
export const verbForms: ReadonlySet<string> = new Set(verbs.flatMap(([, words]) => words.split(' ')))

const verbStems: ReadonlySet<string> = new Set([...verbForms].flatMap((verb) => toTerm(verb) ?? []))

/** The verbs that repeat nothing. */
const unrepeated: ReadonlySet<string> = new Set(
  ['remove', 'return', 'review', 'remark', 'recall'].flatMap((verb) => toTerm(verb) ?? []),
)

/** The verb that one with `re` does again: `assign` of `reassign`; else none. */
export const findRepeated = (term: string): readonly string[] => {
  const again = term.slice(2)
  return term.startsWith('re') && verbStems.has(again) && !unrepeated.has(term) ? [again] : []
}

/** The classes of a verb, most likely first; empty if the term is no verb. */
export const classifyVerb = (term: string): readonly VerbClass[] => byStem.get(term) ?? []

/** True for verbs that are nouns as often: `email a friend`, `email templates`. Before an article and the like they are verbs. */
export const isAmbiguousVerb = (term: string): boolean => ambiguous.has(term)

const ambiguous: ReadonlySet<string> = new Set(
  (
    'email message text call comment tag label pin star post file log record book draft order schedule issue request copy link share answer ' +
    'reply filter query search count plan end start stop check view display report list run build import export upload download project ' +
    'block order set access load scan lock close open sort switch star ban mute fork refund return charge ship capture'
  )
    .split(' ')
    .map((word) => toTerm(word) ?? word),
)

export const isReading = (verbClass: VerbClass): boolean =>
  verbClass === 'get' || verbClass === 'list' || verbClass === 'search'
