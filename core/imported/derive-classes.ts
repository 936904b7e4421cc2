import { type ActionClass, sortClasses } from '../provider/index.ts'
import type { SliceAction } from './slice/slice.ts'

/*
 * The classes of a document's writes by their verbs, nouns and parameters. Each rule says what a write of that name may do, and all
 * rules that match count: rather one class too many than one too few, as policies ask or refuse by them. A write that no rule
 * knows stays unclassed. That no class fits is derived for a few names only.
 */

type Rule = readonly [is: readonly ActionClass[], words: string]

const pattern = (words: string, plural = ''): RegExp =>
  new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})${plural}$`)

type Matchers = readonly (readonly [is: readonly ActionClass[], matches: RegExp])[]

const byWords = (rules: readonly Rule[], plural?: string): Matchers =>
  rules.map(([is, words]) => [is, pattern(words, plural)])

/** Rules for verbs, whatever the noun is. */
const verbRules = byWords([
  [['deletes'], 'delete remove destroy purge obliterate erase wipe trash empty clear void redact kick uninstall'],
  [['sends'], 'send resend reply notify email mail remind broadcast announce'],
  [['sends', 'shares', 'grants'], 'invite'],
  [['shares'], 'share'],
  [['grants'], 'unshare grant revoke watch authorize suspend unsuspend'],
  [['publishes'], 'publish unpublish'],
  [['runs'], 'run rerun execute trigger dispatch invoke launch deploy'],
  [['pays'], 'pay refund charge payout'],
])

/** Rules for the nouns of things that the write makes or changes. */
const nounRules = byWords(
  [
    [['sends'], 'message comment reply(?:ie)? sms mms email mail notification announcement chat call post story fax'],
    [['sends', 'shares', 'grants'], 'invite invitation collaborator'],
    [['sends', 'shares'], 'attendee guest registrant participant invitee'],
    [['shares', 'grants'], 'permission acl share sharing member membership delegate'],
    [['shares'], 'follower subscriber viewer watcher (?:file|share|public)_link'],
    [['publishes'], 'release release_asset gist article blog tweet page(?:s|s_site|_site)? news_item listing'],
    [
      ['runs'],
      'workflow job run rerun build pipeline deployment script function automation codespace batche? execution eval container dispatch_event',
    ],
  ],
  's?',
)

/** Rules for nouns, whatever the write does with the thing, including deletion. */
const anyWriteRules = byWords(
  [
    [
      ['grants'],
      `permission acl share sharing member membership delegate collaborator invite invitation role admin owner actor user group usergroup team
      (?:api|deploy|ssh|gpg|signing|public|admin|access|ephemeral)_key keypair secret token credential certificate password webhook hook
      webhook_\\w+ access_request (?:data_)?connector (?:cse_)?identity access_control_list forwarding forwarding_address send_as smime_info protection restriction ruleset allowlist security access authorization
      installation service_account bank_account external_account financial_account payment_service domain(?:_\\w+)? oauth sso
      caller_id phone_number application connect_app (?:login|account|sign_?in|magic)_link`,
    ],
    [
      ['pays'],
      `payment refund payout topup charge invoice invoiceitem invoice_item credit_note bank_transaction bank_transfer inbound_transfer
      outbound_transfer outbound_payment purchase_order order subscription(?:_item|_schedule)? checkout checkout_session overpayment prepayment
      batch_payment repeating_invoice expense_claim spend_limit billing transfer_reversal balance_transaction manual_journal
      issuing_card issuing_authorization payment_link phone_number (?:pre|over)payment_allocation credit_note_allocation`,
    ],
  ],
  's?',
)

/** Words that mean it wherever they stand in the name. */
const strongWords = pattern(
  'oidc saml scim secret permission credential webhook password admin security oauth sso',
  's?',
)

/** Rules for the names of parameters. */
const parameterRules: Matchers = [
  [
    ['sends'],
    /^(?:(?:send|skip)_?(?:bulk_?)?(?:updates?|notifications?|notificationemail|emails?|invites?|invitations?)|notify\w*|email_?message)$/,
  ],
  [['sends', 'shares'], /^(?:attendees?|guests?|invitees?)$/],
  [['sends'], /^(?:recipients?|b?cc)$/],
  [['grants'], /^(?:roles?|permissions?|permission_?level|transfer_?ownership|new_?owner\w*)$/],
  [['grants'], /^(?:bank_?account(?:_?details|_?number)?|external_?account|iban|routing_?number)$/],
  [
    ['grants'],
    /^(?:web_?hook_?url|call_?back_?url|hook_?url|notification_?url|(?:voice|sms|status_?callback)_?(?:fallback_?)?url|\w*status_?callback)$/,
  ],
  [['shares', 'grants'], /^(?:share|edit)_?permissions?$/],
  [['publishes'], /^(?:public|is_?public|visibility|private|published)$/],
  // The customer sees it beside the invoice.
  [['shares'], /^include_?online$/],
]

/** Prices and plans have an amount and a currency too, but move no money. */
const priceNouns = pattern(
  'price plan coupon product item deal rate shipping_rate budget allocation promotion_code',
  's?',
)

/** Parts and labels of a thing: behind a noun they mean that the write doesn't change the noun's thing itself. */
const parts = pattern(
  'history history_record attachment attachment_by_file_name record property metadata label tag type scheme category avatar column reaction setting template',
  '(?:ie)?s?',
)

/**
 * Things that only sort or describe others: who makes, changes or moves one sends, moves, shares and grants nothing. Names that mean more
 * elsewhere aren't among them: a label may be a paid one for a parcel, a milestone a payment, a tag code of a web page.
 */
const descriptive = pattern(
  `issue_label issue_milestone column section categor(?:y|ie) enum_option (?:field|attribute|tracking)_option history history_record priorit(?:y|ie)
  time_tracking_entr(?:y|ie) avatar screen_tab screen_tab_field screen_scheme issue_type issue_type_scheme issue_type_screen_scheme issue_link_type
  office_hours_exception office_hours_schedule ooo_entr(?:y|ie) (?:issue|comment|worklog|issue_type|dashboard_item)_propert(?:y|ie)`,
  's?',
)
/** Words of names that decide where code runs, whatever else they arrange. */
const runningWords = pattern('workflow runner rule action automation trigger', 's?')
const arranging = pattern('add create insert update set rename move reorder assign store')

/** Means of payment: from now on they are charged, or no longer are. */
const paymentMeans = /(?:^|_)(?:payment_method|setup_intent|customer_(?:card|source))s?(?:_|$)/
/** The place where code runs, and its values. */
const runningPlaces = pattern('workflow runner', 's?')
const codePlaces = pattern('action environment env pipeline build ci', 's?')

/** Files that are put beside a thing of one's own books or boards. What others read at once is something else. */
const attached = /_attachments?(?:_by_file_name)?$/
const readByOthers = pattern(
  'message comment reply mail email ticket conversation article page post blog release product listing',
  '(?:ie)?s?',
)

/** Requests that only compute: a vendor takes them by POST because of what is sent. */
const computing = pattern('render parse sanitise sanitize analyse analyze calculate count')

/** The names that certainly belong to no class. */
const harmless =
  /^(?:(?:un)?(?:star|like|favou?rite)_\w+|mark_(?:\w+_)?(?:as_)?(?:un)?read|(?:add|remove|create|delete)_(?:[a-z]+_)?(?:reaction|vote|star|favou?rite)(?:_for_\w+)?|(?:add|remove|attach|detach)_tag_(?:to|from|for)_[a-z_]+|(?:set|end|reset)_(?:dnd|dnd_snooze|user_presence|user_columns|columns|locale|language|user_setting_language)|users_(?:messages|threads)_untrash|create_test_helper_\w+|\w+_test_helpers_\w+|(?:set|add)_issue_labels)$/

const prepositions = new Set(['for', 'in', 'by', 'of', 'to', 'from', 'with', 'on', 'at', 'via'])
/** Words of manner, in front of the verb or at the end. */
const manners = new Set([
  'bulk',
  'batch',
  'partial',
  'fully',
  'and',
  're',
  'or',
  'async',
  'asynchronously',
  'legacy',
  'resource',
  'all',
])

interface ReadName {
  readonly verbs: readonly string[]
  /** The last one, two and three words of what the write is about. */
  readonly nouns: readonly string[]
  readonly words: readonly string[]
}

const readName = (name: string): ReadName => {
  const words = name.split('_').filter((word) => !manners.has(word))
  const [verb = '', ...rest] = words
  const until = rest.findIndex((word) => prepositions.has(word))
  const phrase = until > 0 ? rest.slice(0, until) : rest
  // A vendor's own `operationId` may end in the verb: `users_messages_trash`.
  const last = words.at(-1) ?? ''
  const nouns = [1, 2, 3].map((count) => phrase.slice(-count).join('_'))
  return { words, verbs: [verb, last], nouns: [...new Set(nouns)].filter((noun) => noun !== '') }
}

const findClasses = (rules: Matchers, words: readonly string[]): readonly ActionClass[] =>
  rules.flatMap(([is, matches]) => (words.some((word) => matches.test(word)) ? is : []))

/** Things whose currency is known already, so that an amount alone is money. */
const moneyWords = pattern('payment charge refund payout capture topup')

const isMoney = ({ nouns, words }: ReadName, params: readonly string[]): boolean =>
  params.includes('amount') &&
  (params.includes('currency') || words.some((word) => moneyWords.test(word))) &&
  !nouns.some((noun) => priceNouns.test(noun))

/** True for a write that arranges what describes other things, or that only computes. */
const isDescriptive = ({ words, nouns }: ReadName): boolean => {
  const [verb = ''] = words
  if (words.some((word) => strongWords.test(word) || runningWords.test(word))) return false
  return computing.test(verb) || (arranging.test(verb) && nouns.some((noun) => descriptive.test(noun)))
}

/** The classes of a write that decides where code runs or what it gets, or which means of payment are charged. */
const findSettings = (name: string, { words }: ReadName): readonly ActionClass[] => {
  const [verb = ''] = words
  const has = (matches: RegExp): boolean => words.some((word) => matches.test(word))
  const isCode = has(runningPlaces) || (has(codePlaces) && has(/^variables?$/))
  return [
    ...(arranging.test(verb) && isCode ? (['runs'] as const) : []),
    ...(paymentMeans.test(name) ? (['grants'] as const) : []),
  ]
}

/** The classes of a write that attaches a file: a new one beside the others, or one that takes the place of another. */
const findAttaching = (name: string, { words }: ReadName): readonly ActionClass[] | undefined => {
  if (!attached.test(name) || words.some((word) => readByOthers.test(word))) return undefined
  if (words[0] === 'update' || words[0] === 'replace') return ['deletes']
  return ['add', 'create', 'upload', 'attach'].includes(words[0] ?? '') ? [] : undefined
}

/** True if a write of that name invites somebody. */
export const isInviting = (name: string): boolean => {
  const { verbs, nouns } = readName(name)
  return verbs.includes('invite') || nouns.some((noun) => /^(?:invite|invitation)s?$/.test(noun))
}

/** The classes of a document's write by its name and parameters; `undefined`: it is not certain which. */
export const deriveClasses = (
  name: string,
  { params }: Pick<SliceAction, 'params'>,
): readonly ActionClass[] | undefined => {
  const phrase = readName(name)
  const { words, verbs, nouns } = phrase
  const names = Object.entries(params).map(([own, { as = own }]) => as.toLowerCase())
  const ofParameters: readonly ActionClass[] = [
    ...names.flatMap((one) => findClasses(parameterRules, [one])),
    ...(isMoney(phrase, names) ? (['pays'] as const) : []),
  ]
  if (harmless.test(name)) return sortClasses(ofParameters)
  if (isDescriptive(phrase) && ofParameters.length === 0) return []
  const isPart = parts.test(nouns[0] ?? '')
  const ofVerb = findClasses(verbRules, verbs)
  const classes: readonly ActionClass[] = [
    ...ofVerb,
    ...findSettings(name, phrase),
    ...(words.some((word) => strongWords.test(word)) ? (['grants'] as const) : []),
    ...(isPart ? [] : findClasses(anyWriteRules, nouns)),
    ...(isPart || ofVerb.includes('deletes') ? [] : findClasses(nounRules, nouns)),
    ...ofParameters,
  ]
  const attaching = findAttaching(name, phrase)
  return classes.length > 0 || attaching ? sortClasses([...classes, ...(attaching ?? [])]) : undefined
}
