import { choice, flag, list, optional, read, record, Type, text, write } from '@patchbay/core/provider'
import { aList, pages } from './parameters.ts'

const form_id = text(100, 'Id of the form (a GUID)')
const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address of the contact',
  examples: ['ada@example.com'],
})
const subscription_id = text(30, 'Id of the kind of mails: list_subscription_types')
const legal_basis = choice(
  [
    'LEGITIMATE_INTEREST_PQL',
    'LEGITIMATE_INTEREST_CLIENT',
    'PERFORMANCE_OF_CONTRACT',
    'CONSENT_WITH_NOTICE',
    'NON_GDPR',
    'PROCESS_AND_STORE',
    'LEGITIMATE_INTEREST_OTHER',
  ],
  'The legal basis, where the account asks for one',
)
const legal_basis_explanation = text(1000, 'An explanation of the legal basis')
const asPreference = {
  email: 'emailAddress',
  subscription_id: 'subscriptionId',
  legal_basis: 'legalBasis',
  legal_basis_explanation: 'legalBasisExplanation',
} as const
const aPreference = Type.Object({ id: Type.String(), status: Type.String() })

/** https://developers.hubspot.com/docs/api-reference/marketing-forms-v3/guide */
export const list_forms = read('GET /marketing/v3/forms', {
  description: 'List the forms',
  synonyms: ['web forms', 'lead capture', 'surveys'],
  ttl: '1m',
  params: optional({
    form_types: list(choice(['hubspot', 'captured', 'flow', 'blog_comment', 'all'], 'A kind of form'), {
      min: 1,
      max: 5,
      description: 'Only forms of these kinds; default: hubspot',
    }),
    archived: flag('true: only archived ones'),
  }),
  rename: { form_types: 'formTypes' },
  styles: { form_types: 'repeat' },
  result: aList,
  pages: pages(100),
})

/** https://developers.hubspot.com/docs/api-reference/marketing-forms-v3/guide */
export const get_form = read('GET /marketing/v3/forms/{form_id}', {
  description: 'Get a form with its fields',
  synonyms: ['questions', 'definition'],
  ttl: '1m',
  params: { form_id },
})

/** https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v1/get-form-integrations-v1-submissions-forms-form_guid */
export const list_form_submissions = read('GET /form-integrations/v1/submissions/forms/{form_id}', {
  description: 'List what people sent by a form, the newest first',
  synonyms: ['who filled in', 'responses', 'answers', 'entries', 'leads'],
  params: { form_id },
  result: aList,
  pages: pages(50),
})

/** https://developers.hubspot.com/docs/api-reference/communication-preferences-subscriptions-v3/guide */
export const list_subscription_types = read('GET /communication-preferences/v3/definitions', {
  description: 'List the kinds of marketing mails that contacts can subscribe to',
  synonyms: ['subscription definitions', 'newsletters', 'preferences'],
  ttl: '5m',
  params: {},
  result: Type.Object({ subscriptionDefinitions: Type.Array(Type.Unknown()) }),
})

/** https://developers.hubspot.com/docs/api-reference/communication-preferences-subscriptions-v3/guide */
export const get_subscriptions = read('GET /communication-preferences/v3/status/email/{email}', {
  description: 'Get which marketing mails a contact has subscribed to, or opted out of',
  synonyms: ['email preferences', 'opt out', 'consent', 'subscription status'],
  params: { email },
  result: Type.Object({ subscriptionStatuses: Type.Array(Type.Unknown()) }),
})

/** https://developers.hubspot.com/docs/api-reference/communication-preferences-subscriptions-v3/guide: not a contact who opted out by themselves */
export const subscribe = write('POST /communication-preferences/v3/subscribe', {
  description: 'Subscribe a contact to a kind of marketing mails',
  synonyms: ['opt in', 'newsletter', 'email preferences', 'consent'],
  // The kind of mails reaches the contact from then on.
  is: ['sends'],
  roles: { recipient: ['/email'] },
  idempotent: true,
  params: { email, subscription_id, ...optional({ legal_basis, legal_basis_explanation }) },
  rename: asPreference,
  result: aPreference,
})

/** https://developers.hubspot.com/docs/api-reference/communication-preferences-subscriptions-v3/guide; HubSpot lets nobody but the contact take it back. */
export const unsubscribe = write('POST /communication-preferences/v3/unsubscribe', {
  description: 'Unsubscribe a contact from a kind of marketing mails; only the contact can take it back',
  synonyms: ['opt out', 'newsletter', 'email preferences', 'stop mails'],
  is: ['deletes'],
  idempotent: true,
  params: { email, subscription_id, ...optional({ legal_basis, legal_basis_explanation }) },
  rename: asPreference,
  result: aPreference,
})

/** https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/post-submissions-v3-integration-secure-submit-portalId-formGuid: 50 requests in 10 seconds. */
export const submit_form = write('POST /submissions/v3/integration/secure/submit/{portal_id}/{form_id}', {
  description: 'Submit a form for a visitor: it makes or changes the contact',
  synonyms: ['fill in', 'on behalf of', 'lead', 'sign up', 'send a form'],
  // Forms send a follow-up to the visitor, and tell the staff.
  is: ['sends'],
  roles: { derives: ['recipient'] },
  additive: true,
  origin: 'https://api.hsforms.com',
  params: {
    portal_id: text(20, 'Id of the account: get_account has it'),
    form_id,
    form_values: record(text(65_536, 'A value'), {
      max: 200,
      description: 'The values by the names of the fields, e.g. email',
    }),
    ...optional({
      page_url: text(2000, 'Address of the page with the form'),
      page_name: text(255, 'Title of that page'),
    }),
  },
  request: ({ form_values, page_url, page_name }) => ({
    body: {
      form_values: undefined,
      page_url: undefined,
      page_name: undefined,
      fields: Object.entries(form_values).map(([name, value]) => ({ objectTypeId: '0-1', name, value })),
      ...((page_url !== undefined || page_name !== undefined) && {
        context: {
          ...(page_url !== undefined && { pageUri: page_url }),
          ...(page_name !== undefined && { pageName: page_name }),
        },
      }),
    },
  }),
})
