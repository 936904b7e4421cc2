/** A call of a tool that a model got wrong. */
interface Mistake {
  readonly mistake: string
  readonly tool: string
  readonly sends: Readonly<Record<string, unknown>>
}

export interface HealedMistake extends Mistake {
  /** The call that is meant, as REST takes it. */
  readonly means: { readonly domain: string; readonly body: Readonly<Record<string, unknown>> }
}

export interface AnsweredMistake extends Mistake {
  /** The part of the first answer from which the second try is right. */
  readonly answer: RegExp
}

/** Every parameter of a tool is given, and those that aren't meant are null: what strict function calling does. */
export const strictly = Symbol('strictly')

const listing = { action: 'list', object_type: 'contacts' }
const inHubspot = (body: object) => ({ domain: 'hubspot', body: { ...listing, ...body } })
const getting = { action: 'get', object_type: 'contacts', object_id: '7' }
const oneOfHubspot = (body: object) => ({ domain: 'hubspot', body: { ...getting, ...body } })
const searching = { action: 'search', object_type: 'deals' }
const history = { action: 'list_messages', channel: 'C1' }
const call = (action: string, parameters: unknown, others: object = {}) => ({
  provider: 'hubspot',
  action,
  parameters,
  ...others,
})
const { action: _, ...contacts } = listing
const page = { page_id: '59833787-2cf9-4fdf-8782-e53db20768a5', properties: { title: [] } }
const creating = { domain: 'notion', body: { action: 'create_page', ...page } }
const busy = { action: 'find_busy_times', timeMax: '2026-01-03T00:00:00Z', items: [{ id: 'primary' }] }
const invoices = { action: 'list_invoices' }

/**
 * Mistakes for which only one reading is possible. They were written, with those below, before looking at names and at what was healed
 * then, and are not changed to suit what is healed now.
 */
export const healedMistakes: readonly HealedMistake[] = [
  {
    mistake: 'a number as text',
    tool: 'hubspot',
    sends: { ...listing, limit: '10' },
    means: inHubspot({ limit: 10 }),
  },
  {
    mistake: 'a boolean as text',
    tool: 'slack',
    sends: { ...history, inclusive: 'false' },
    means: { domain: 'slack', body: { ...history, inclusive: false } },
  },
  {
    mistake: "a boolean in Python's writing",
    tool: 'slack',
    sends: { ...history, inclusive: 'True' },
    means: { domain: 'slack', body: { ...history, inclusive: true } },
  },
  {
    mistake: 'an id as a number, where ids are texts',
    tool: 'hubspot',
    sends: { ...getting, object_id: 7 },
    means: oneOfHubspot({}),
  },
  {
    mistake: 'null for an optional parameter',
    tool: 'hubspot',
    sends: { ...listing, after: null },
    means: inHubspot({}),
  },
  {
    mistake: 'an empty text for an optional parameter',
    tool: 'hubspot',
    sends: { ...listing, after: '' },
    means: inHubspot({}),
  },
  {
    mistake: 'strict function calling of the tool of a provider',
    tool: 'hubspot',
    sends: { [strictly]: true, ...listing, limit: 5 },
    means: inHubspot({ limit: 5 }),
  },
  {
    mistake: 'strict function calling of the tool of an action',
    tool: 'hubspot_list',
    sends: { [strictly]: true, ...contacts },
    means: inHubspot({}),
  },
  {
    mistake: 'strict function calling of call_read',
    tool: 'call_read',
    sends: { [strictly]: true, ...call('list', contacts) },
    means: inHubspot({}),
  },
  {
    mistake: 'a value of an enum in another case',
    tool: 'stripe',
    sends: { ...invoices, invoice_status: 'Open' },
    means: { domain: 'stripe', body: { ...invoices, invoice_status: 'open' } },
  },
  {
    mistake: 'the provider in another case',
    tool: 'call_read',
    sends: call('list', contacts, { provider: 'HubSpot' }),
    means: inHubspot({}),
  },
  {
    mistake: "the provider's title",
    tool: 'call_read',
    sends: call('list_calendars', {}, { provider: 'Google Calendar' }),
    means: { domain: 'google-calendar', body: { action: 'list_calendars' } },
  },
  {
    mistake: 'the action in another case',
    tool: 'hubspot',
    sends: { ...listing, action: 'List' },
    means: inHubspot({}),
  },
  {
    mistake: 'the action in camel case',
    tool: 'notion',
    sends: { action: 'createPage', ...page },
    means: creating,
  },
  {
    mistake: 'the action with hyphens',
    tool: 'notion',
    sends: { action: 'create-page', ...page },
    means: creating,
  },
  {
    mistake: 'one text for a list of texts',
    tool: 'hubspot',
    sends: { ...getting, properties: 'email' },
    means: oneOfHubspot({ properties: ['email'] }),
  },
  {
    mistake: 'a list as JSON text',
    tool: 'hubspot',
    sends: { ...getting, properties: '["email", "phone"]' },
    means: oneOfHubspot({ properties: ['email', 'phone'] }),
  },
  {
    mistake: 'an object as JSON text',
    tool: 'hubspot',
    sends: { action: 'create', object_type: 'contacts', properties: '{"email": "ann@example.com"}' },
    means: {
      domain: 'hubspot',
      body: { action: 'create', object_type: 'contacts', properties: { email: 'ann@example.com' } },
    },
  },
  {
    mistake: 'one object for a list of objects',
    tool: 'hubspot',
    sends: { ...searching, filters: { propertyName: 'amount', operator: 'GT', value: '5' } },
    means: {
      domain: 'hubspot',
      body: { ...searching, filters: [{ propertyName: 'amount', operator: 'GT', value: '5' }] },
    },
  },
  {
    mistake: 'a number for a text deep in a list',
    tool: 'hubspot',
    sends: { ...searching, filters: [{ propertyName: 'amount', operator: 'GT', value: 5 }] },
    means: {
      domain: 'hubspot',
      body: { ...searching, filters: [{ propertyName: 'amount', operator: 'GT', value: '5' }] },
    },
  },
  {
    mistake: 'the wrapper "parameters" on the tool of a provider',
    tool: 'hubspot',
    sends: { action: 'list', parameters: contacts },
    means: inHubspot({}),
  },
  {
    mistake: 'the wrapper "arguments"',
    tool: 'hubspot',
    sends: { action: 'list', arguments: contacts },
    means: inHubspot({}),
  },
  {
    mistake: 'the wrapper "input", on the tool of an action',
    tool: 'hubspot_list',
    sends: { input: contacts },
    means: inHubspot({}),
  },
  {
    mistake: 'the wrapper as JSON text',
    tool: 'call_read',
    sends: call('list', '{"object_type": "contacts", "limit": 5}'),
    means: inHubspot({ limit: 5 }),
  },
  {
    mistake: 'parameters beside "parameters"',
    tool: 'call_read',
    sends: { provider: 'hubspot', ...listing, limit: 5 },
    means: inHubspot({ limit: 5 }),
  },
  {
    mistake: 'some parameters inside and some beside',
    tool: 'call_read',
    sends: call('list', contacts, { limit: 5 }),
    means: inHubspot({ limit: 5 }),
  },
  {
    mistake: "the tool's name as the action",
    tool: 'hubspot',
    sends: { ...listing, action: 'hubspot_list' },
    means: inHubspot({}),
  },
  {
    mistake: 'the action with the provider and a dot',
    tool: 'hubspot',
    sends: { ...listing, action: 'hubspot.list' },
    means: inHubspot({}),
  },
  {
    mistake: 'the action beside the tool of that action',
    tool: 'hubspot_list',
    sends: listing,
    means: inHubspot({}),
  },
  {
    mistake: 'camel case for snake case',
    tool: 'hubspot',
    sends: { action: 'list', objectType: 'contacts' },
    means: inHubspot({}),
  },
  {
    mistake: 'an ISO date where the schema says Unix seconds',
    tool: 'slack',
    sends: { ...history, oldest: '2026-01-02T03:04:05Z' },
    means: { domain: 'slack', body: { ...history, oldest: '1767323045' } },
  },
  {
    mistake: 'Unix seconds where the schema says an ISO date and time',
    tool: 'google-calendar',
    sends: { ...busy, timeMin: 1_767_323_045 },
    means: { domain: 'google-calendar', body: { ...busy, timeMin: '2026-01-02T03:04:05Z' } },
  },
  {
    mistake: 'numbers for ids in a list of texts',
    tool: 'hubspot',
    sends: {
      ...searching,
      filters: [{ propertyName: 'hs_object_id', operator: 'IN', values: [1, 2] }],
    },
    means: {
      domain: 'hubspot',
      body: { ...searching, filters: [{ propertyName: 'hs_object_id', operator: 'IN', values: ['1', '2'] }] },
    },
  },
  {
    mistake: 'a read by call_write',
    tool: 'call_write',
    sends: call('list', contacts),
    means: inHubspot({}),
  },
  {
    mistake: 'a single path for result_fields',
    tool: 'hubspot',
    sends: { ...listing, result_fields: 'id' },
    means: inHubspot({ result_fields: ['id'] }),
  },
  {
    mistake: 'an account in another case',
    tool: 'hubspot',
    sends: { ...listing, account_id: 'MAIN' },
    means: inHubspot({ account_id: 'main' }),
  },
  {
    mistake: 'the wrapper "request"',
    tool: 'hubspot',
    sends: { action: 'list', request: contacts },
    means: inHubspot({}),
  },
  {
    mistake: 'the wrapper "tool_input" around everything',
    tool: 'hubspot',
    sends: { tool_input: listing },
    means: inHubspot({}),
  },
  {
    mistake: 'a link in Markdown for an id',
    tool: 'notion',
    sends: {
      action: 'get_page',
      page_id: '[Plan](https://www.notion.so/acme/Plan-598337872cf94fdf8782e53db20768a5?pvs=4)',
    },
    means: { domain: 'notion', body: { action: 'get_page', page_id: '598337872cf94fdf8782e53db20768a5' } },
  },
  {
    mistake: 'paths of result_fields that begin with data',
    tool: 'hubspot',
    sends: { ...listing, result_fields: ['data.results.id'] },
    means: inHubspot({ result_fields: ['id'] }),
  },
]

/** Mistakes that have two readings, or none: the first answer says what to change. */
export const answeredMistakes: readonly AnsweredMistake[] = [
  {
    mistake: 'an unknown parameter',
    tool: 'hubspot',
    sends: { ...listing, max_results: 5 },
    answer: /max_results: unknown parameter \(known: .*\blimit\b/,
  },
  {
    mistake: 'a parameter that explains the call',
    tool: 'hubspot',
    sends: { ...listing, reason: 'the user asked' },
    answer: /reason: unknown parameter \(known: .*\bobject_type\b/,
  },
  {
    mistake: 'several faults at once',
    tool: 'hubspot',
    sends: { action: 'list', limit: 'all', fields: ['email'] },
    answer: /(?=.*object_type: is required)(?=.*limit: must be an integer)(?=.*fields: unknown parameter)/,
  },
  {
    mistake: 'several values in one text, by comma',
    tool: 'hubspot',
    sends: { ...getting, properties: 'email,phone' },
    answer: /properties: must be an array or an object/,
  },
  {
    mistake: 'addresses for a list of people',
    tool: 'google-calendar',
    sends: { action: 'create_event', calendar_id: 'primary', attendees: ['ann@example.com'] },
    answer: /attendees\/0: must be an object, e\.g\. \{"email":/,
  },
  {
    mistake: 'a time for the object that holds one',
    tool: 'google-calendar',
    sends: { action: 'create_event', calendar_id: 'primary', start: '2026-12-01T09:00:00Z' },
    answer: /start: must be an object, e\.g\. \{"dateTime":"2026-01-31T09:00:00Z"/,
  },
  {
    mistake: 'a parameter by its name at other vendors',
    tool: 'slack',
    sends: { action: 'post_message', channel: 'C1', body: 'hello' },
    answer: /body: unknown parameter; did you mean `text`\?/,
  },
  {
    mistake: 'a parameter of another time',
    tool: 'slack',
    sends: { action: 'post_message', channel: 'C1', text: 'hello', as_user: true },
    answer: /as_user: unknown parameter \(known: /,
  },
  {
    mistake: 'colons around an emoji',
    tool: 'slack',
    sends: { action: 'add_reaction', channel: 'C1', ts: '1503435956.000247', emoji: ':wave:' },
    answer: /emoji: .*without colons/,
  },
  {
    mistake: 'a word for a number',
    tool: 'hubspot',
    sends: { ...listing, limit: 'all' },
    answer: /limit: must be an integer/,
  },
  {
    mistake: "the vendor's own name of an action",
    tool: 'slack',
    sends: { action: 'chat.postMessage', channel: 'C1', text: 'hello' },
    answer: /action: unknown action; did you mean `post_message`\?/,
  },
  {
    mistake: 'an action that does not exist',
    tool: 'hubspot',
    sends: { action: 'delete_everything' },
    answer: /action: unknown action; the actions are .*\bupdate\b/,
  },
  {
    mistake: 'no provider',
    tool: 'call_read',
    sends: call('find_contact', contacts, { provider: '' }),
    answer: /`provider` is missing.*\bhubspot\b/,
  },
  {
    mistake: 'a date that has two readings',
    tool: 'slack',
    sends: { ...history, oldest: '03/04/2026' },
    answer: /oldest: must be Unix seconds, like 1767225600/,
  },
  {
    mistake: 'an address with a name',
    tool: 'sendgrid',
    sends: { action: 'list_bounces', email: 'Ann <ann@example.com>' },
    answer: /email: must be an e-mail address without a name, like ann@example.com/,
  },
  {
    mistake: 'a write by call_read',
    tool: 'call_read',
    sends: call('create', { object_type: 'contacts', properties: {} }),
    answer: /create changes something: call it with call_write/,
  },
  {
    mistake: 'no action on the tool of a provider',
    tool: 'hubspot',
    sends: { object_type: 'contacts' },
    answer: /action: is required; the actions are .*\blist\b/,
  },
  {
    mistake: 'a list in Python writing',
    tool: 'hubspot',
    sends: { ...getting, properties: "['email', 'phone']" },
    answer: /properties: must be an array or an object/,
  },
]
