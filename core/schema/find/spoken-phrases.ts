/** Nouns of what is done, each with its verb: to make a copy is to copy. */
const nominals: Readonly<Record<string, string>> = {
  copy: 'copy',
  duplicate: 'duplicate',
  search: 'search',
  change: 'change',
  update: 'update',
  transfer: 'transfer',
  refund: 'refund',
  deletion: 'delete',
  removal: 'remove',
  cancellation: 'cancel',
  modification: 'modify',
  assignment: 'assign',
  closure: 'close',
  creation: 'create',
  reply: 'reply',
  answer: 'answer',
  export: 'export',
  import: 'import',
  upload: 'upload',
  download: 'download',
  merge: 'merge',
  restoration: 'restore',
}

const nominal = Object.entries(nominals).map(([noun, verb]): readonly [RegExp, string] => [
  new RegExp(`^(?:make|do|perform|carry out|give|run|execute) (?:an? |the |one )?${noun} (?:of|to|on|in|for|from) `),
  `${verb} the `,
])

/**
 * Phrases of people, each with the vendors' word, in the order in which they are replaced. A query still has its
 * abbreviations.
 */
export const spokenPhrases: readonly (readonly [RegExp, string])[] = [
  // Telling somebody the answer to a question asks it.
  [/^(?:please )?(?:say|tell|explain)(?: to)? (?:me|us),? (?=(?:who|what|which|when|where|whether|how|if)\b)/, ''],
  // A verb that says only that something is done, and the noun of what is done.
  ...nominal,
  [/^(.+?),? (?:make|do|give|show)(?: me| us)?(?: the| an?| one)? (?:list|overview)$/, 'list $1'],
  [/^put (?=.* (?:in|into|to) (?:the |an? )?(?:other|another|different)\b)/, 'move '],
  [/\b(?:\d+ ?%|\d+ percent|percent) off\b/g, 'discount'],
  [/\baway (?:message|note|notice)\b/g, 'out of office vacation automatic replies'],
  [/\bcanned (?:response|reply|replies|answer)s?\b/g, 'macro'],
  [/\bfor later\b/g, 'bookmark star'],
  [/^(?:nuke|zap|kill|ditch|scrap|bin)\b/, 'delete'],
  [/^(?:grab|pull)\b(?! requests?\b)/, 'get'],
  [/^(?:slap|stick|chuck|pop)\b/, 'add'],
  [/^(?:ring|buzz)\b/, 'call'],
  [/^dump\b/, 'export'],
  [/^bump\b/, 'update'],
  [/^blast\b/, 'send'],
  [/^cat (?=(?:the|my|a)\b|\S+\.\w)/, 'read '],
  [
    /^text (?=(?:\+?\d|(?:the|an?|my|our|him|her|them|everybody|everyone|all|back)\b|\S+ (?:that|saying|about|at|on)\b))/,
    'send sms text message to ',
  ],
  [/^(?:give|get|bring|send|show)(?: to)? (?:me|us) (?:the |an? )?(?:list|overview) of\b/, 'list'],
  [
    /\b(?:log|book|track|record) (?:\d+(?:[.,]\d+)? ?(?:h|hrs?|hours?|m|mins?|minutes?)|(?:my |the )?(?:time|hours))\b/g,
    'add worklog time',
  ],
  [/\b(?:create|make|add|start|open|new) (?:an? |the )?(?:new )?(?:git |feature )?branch\b/, '$& git ref'],
  [/\bwho am i\b/g, 'get me user'],
  [/\b(?:took|take|takes|taking) part\b/g, 'participants'],
  [/\b(?:showed|shows|show|turned|turn) up (?:at|to|in|for)\b/g, 'participants of'],
  [/\b(?:cell|mobile) (?:no|num|nr)\b\.?/g, 'mobile number'],
  [/^block (?:off |out )?(?=.*\b(?:cal|gcal|calendar|slot)\b)/, 'create event '],
  [/\b(?:accept|decline|rsvp)\b(?=.*\b(?:meetings?|events?|calendar|gcal)\b)/, 'respond update event accept decline'],
  [
    /^open (?=(?:an?|the|this|that|my) (?:\S+ )?(?:e?-?mails?|messages?|files?|documents?|pages?|sheets?|spreadsheets?|attachments?)\b)/,
    'read ',
  ],
  [/\bstop sharing\b/g, 'unshare'],
  // A state that something goes to is a transition of it.
  [
    /^(?:move|pass|put|bring|take|send|drag|set|push)\b.* (?:in)?to (?:the )?(?:state |status |stage )?(?:(?:state|status|done|finished|closed|resolved|completed?|in progress|in review|review|qa|testing|ready|blocked|backlog)\b)/,
    '$& status transition',
  ],
  [/^pass (?=.* to\b)/, 'assign '],
  [
    /^(?:take|bring|drag|shift|push)\b(?=.* (?:in)?to (?:the |an? )?(?:\S+ )?(?:column|list|lane|board|folder|calendar|project)\b)/,
    'move',
  ],
  // A word for telling somebody something.
  [/^let ((?:\S+ ){1,5}?)know\b/, 'tell $1'],
  [/^give ((?:\S+ ){1,3}?)(?:an? )?(?:heads[- ]up|notice|shout)\b/, 'tell $1'],
  [
    /^(?:what|who|did|has|have)\b.*\b(?:say|says|said|wrote|written|writes|talk|talks|talked|discuss|discussed|posted)\b/,
    '$& messages',
  ],
  // A message and whom it is for, without a verb.
  [
    /^((?:(?:an?|the) )?(?:\S+ ){0,2}(?:code|otp|sms|e?mail|message|msg|dm|reminder|invitation)) to (?=(?:the|an?|my|our|him|her|them|all|\+?\d)\b|#|\S+@)/,
    'send $1 to ',
  ],
  [/^dm (?=\S)/, 'send a direct message to '],
  [/^(?:give|bring|fetch|hand)(?: to)? (?:me|us) (?=(?:the|all|every|my|our|some|any)\b)/, 'show '],
  [/^(?:is|are) there (?:anything|something)\b/, 'what is'],
  // A verb that is a noun as often, before the thing that it is done to.
  [
    /^(answer|reply|refund) (?!(?:to|the|an?|my|our|this|that|list|status|policy|reason|history|amount|details|id)\b)(?=\S+ \S)/,
    '$1 the ',
  ],
  // Verbs that say only that something is done.
  [/^(?:do|perform|carry out) (?=(?:the|an?|one|new|some)\b)/, 'make '],
  [/^lgtm (?=(?:the|this|that|my|a)\b)/, 'approve '],
  [/^closed?[- ]won (?=(?:the|this|that|my|an?)\b)/, 'update the won stage of '],
  [/^make\b(.*?)\b(?:cheaper|dearer|more expensive)\b/, 'change the price of$1'],
  // Giving something a state changes it, and makes nothing.
  [
    /^make(?= (?:the|an?|my|our|this|that|it|all)\b.* (?:(?:in)?active|public|private|visible|hidden|read-only|required|optional|(?:un)?available|editable|urgent|default|primary)(?: (?:in|on|at|for|to|again|until|from)\b|$))/,
    'update',
  ],
  [/^(?:bill|invoice) (?=(?:the|an?|my|our|this|that|him|her|them)\b)/, 'create an invoice for '],
  [/\bbills? (?=(?:for|to) (?:the |an? |my |our )?(?:customer|client|buyer)s?\b)/, 'invoice '],
  [/\bavailable(?= (?:at|on|in|for|next|this|today|tomorrow|between|from)\b|\?|$)/, 'free'],
  [
    /\bwithout (?:an? |the |any )?payments?\b|\bnot (?:yet |been )?paid\b|\b(?:has|have|was|were|is|are)n't (?:been )?paid\b/,
    'unpaid',
  ],
  [/\bp ?& ?l\b/g, 'profit and loss report'],
  [/\b1 ?: ?1s?\b/g, 'meeting'],
  [/\b(?:put|add|have|take) (\S+(?: \S+){0,4}) (in|on|into|off) (?:the )?cc\b/g, 'add $1 to the ccs'],
  [/\b(?:b?cc)(?:'?d|ing)?\b(?= \S)/g, 'email to'],
  [/\bcopy(?:ing)? (?:the |an? )?(?=(?:link|url|address)\b)/g, 'get the '],
  [/\bsort(?:ing)?\b(?= \S.{0,60} by \S)/g, 'query'],
  [/\bto do (?=(?:lists?|items?|tasks?)\b)/g, 'todo '],
  [/\bc ?\/ ?o\b/g, 'to'],
  [/\bf ?\/ ?b\b/g, 'free busy'],
  [/\bw\/ ?o\b/g, 'without'],
  [/\bclosed[- ]won\b/g, 'won stage'],
  [/\bopen(?:ing)? rates?\b/g, 'opens report'],
  [/\bclick(?:ing)? rates?\b/g, 'clicks report'],
  [/\b(?:charge|load) up\b/g, 'upload'],
  [/\b(?:charge|load|bring) (?:me )?down\b/g, 'download'],
  [/\b(?:fire|shoot|blast|ship) (?:off|out|over)\b/g, 'send'],
  [/\bshoot (?=an? )/g, 'send '],
  [/\bdrop (?=(?:an? )?(?:message|line|note|email|text)\b)/g, 'send '],
  [/\b(?:kick|set|start) off\b/g, 'start'],
  [/\b(?:tick|check|cross) off\b/g, 'complete'],
  [/\b(?:spin|fire|stand) up\b/g, 'create'],
  [/\bjump(?:ed)? back\b/g, 'bounced'],
  [/\bnot (?=(?:yet )?read(?:ed)?\b)/g, 'un'],
  [/\bpay(?:ed)? back\b/g, 'refund'],
  [/\b(?:give|send|pay)(?: \S+){0,3} (?:the |his |her |their )?money back\b/g, 'refund the payment'],
  [/\bgive(?: me)? back (?:the )?money\b/g, 'refund the payment'],
  [/\b(?:throw|toss|put)(?: \S+){1,5} (?:in|into) the (?:bin|trash|garbage)\b/g, '$& trash'],
]
