import { type Html, html } from './html.ts'

const name = (text: string): Html => html`<bdi>${text}</bdi>`
const strong = (text: string): Html => html`<strong><bdi>${text}</bdi></strong>`

/** The texts of pages for every reader. */
const common = {
  tryAgain: (title: string) => `Try again: ${title}`,
  opensTab: '(opens a new tab)',
  /** A time that is so far away. */
  inSpan: (span: string) => `in ${span}`,
}

/** Connect links. */
const connect = {
  title: (vendor: string) => `Connect ${vendor}`,
  heading: (vendor: string, brand: string) => html`Connect ${name(vendor)} to ${name(brand)}`,
  for: 'For',
  account: 'Account',
  accountAt: (label: string, vendor: string) => html`${name(label)} at ${name(vendor)}`,
  signIn: (vendor: string) =>
    `You now go to ${vendor}, sign in there and allow the access. Then you come back here. Your password stays at ${vendor}.`,
  scopes: 'Access that you will be asked for',
  allScopes: (count: number) => `All ${count} permissions by name`,
  keyIsTried: (vendor: string, brand: string) =>
    html`${name(brand)} tries what you enter once. If ${name(vendor)} accepts it, it is stored sealed and never shown again.`,
  whereToFind: (vendor: string) => `Where to find it at ${vendor}`,
  secretIsNotKept: 'Enter it again: for your safety, this page never shows what was entered here.',
  caution: (brand: string, tenant: string) =>
    html`Continue only if you know who sent you this link: ${name(brand)} will use the account that you connect, for ${name(tenant)}. Otherwise close this page.`,
  ends: (span: string) => `The link ends in ${span}.`,
  continueTo: (vendor: string) => `Continue to ${vendor}`,
  submit: 'Connect',
  another: 'Choose another',
}

/** The fields of the form, and what is wrong with them. */
const fields = {
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  key: 'Key',
  userName: 'User name',
  password: 'Password',
  missing: (label: string) => `${label} is missing`,
  notAllowed: (label: string) => `${label} has characters that are not allowed; copy it again`,
  notValid: (label: string) => `${label} is not valid`,
  notValidBut: (label: string, meaning: string) => `${label} is not valid. It is: ${meaning}`,
  noAddress: (vendor: string) => `These settings do not give a valid address of ${vendor}`,
  noSignIn: 'These settings do not lead to a sign-in page',
}

/** The page on which a person chooses one of several providers. */
const chooseProvider = {
  title: 'Connect an account',
  heading: 'Which account do you want to connect?',
  search: 'Search',
  find: 'Find',
  nothing: (words: string) => html`Nothing is called “${name(words)}”.`,
  all: 'Show all',
  oneOfThese: 'Choose one of these.',
}

/** The page on which a person chooses one of several accounts at a vendor. */
const choose = {
  title: (vendor: string) => `Which account of ${vendor}?`,
  heading: 'Choose what to connect',
  lead: (vendor: string) => `You have access to more than one at ${vendor}.`,
  submit: 'Continue',
  another: 'Use another account',
}

/** The question whether the account is the right one. */
const ask = {
  title: (vendor: string) => `Connect this account of ${vendor}?`,
  heading: 'Is this the right account?',
  unknown: (vendor: string) => html`${vendor} accepts the access, and does not say whose account it is.`,
  known: (vendor: string, owner: Html) => html`At ${vendor} you are ${owner}.`,
  before: (identity: string, isKnown: boolean) =>
    html`Until now this account was connected as ${strong(identity)}. If you continue, ${
      isKnown ? 'this other account replaces it' : 'this access replaces that one'
    }.`,
  ends: (vendor: string, time: Html) =>
    html`${vendor} granted access that ends ${time} and can not be renewed. After that, the account has to be connected again.`,
  missing: (vendor: string) => `${vendor} granted less than was asked for. Calls that need the following will fail:`,
  howToGrant: 'To grant it, choose “Sign in again” and allow everything there. Some of it may need your administrator.',
  effect: (brand: string, tenant: string) =>
    html`If you continue, ${name(brand)} can use this account for ${name(tenant)} until somebody disconnects it.`,
  connect: 'Connect this account',
  connectAnyway: 'Connect anyway',
  another: 'Use another account',
  signInAgain: 'Sign in again',
}

/** The ends of a connect link. */
const connected = {
  title: (vendor: string) => `${vendor} is connected`,
  works: html`The account works. You can close this page.`,
  worksOf: (owner: Html) => html`The account of ${owner} works. You can close this page.`,
  before: {
    title: 'Already connected',
    text: 'This link was used, and the account is connected. You can close this page.',
    again: 'To connect it again, ask whoever sent you the link for a new one.',
  },
}

const notConnected = {
  never: {
    title: 'This account can not be connected',
    heading: 'This account can’t be connected',
    next: 'Nothing was stored. Ask whoever sent you the link for a new one.',
  },
  again: {
    title: 'This account is not connected',
    heading: 'This account isn’t connected',
    next: 'Nothing was stored. You can try again until the link expires.',
  },
  tryAgain: 'Try again',
}

/** The reasons why a connect link can't be used, also used in the log. */
const links = {
  unknown: 'This link is not known. Check that you copied all of it.',
  expired: 'This link has expired.',
  triedTooOften: 'This link was tried too often.',
  used: 'This link was used: the account is connected.',
  usedAndGone: 'This link was used, and its account has been disconnected since.',
  noAccount: 'This link is for an account that can not be connected any more.',
  notOffered: 'Links of this kind are no longer offered.',
  suspended: 'Accounts of this customer are suspended.',
  otherTenant: 'This customer was made by something else than this link, so the link can’t be used',
  noApplication: (vendor: string) => `The operator has no application at ${vendor} any more.`,
  openedAgain: 'This link was opened again in the meantime; only the last sign-in counts.',
  otherBrowser: 'This page belongs to another browser, or was open for too long. Open the link again.',
  malformed: 'The answer of the sign-in is malformed. Open the link again.',
  notAccepted: (vendor: string, status: number) => `${vendor} does not accept this access (${status})`,
  notChecked: (vendor: string, status: number) => `${vendor} could not check this access (${status})`,
}

/** The rights of an access, for the people who give it. */
const rights = {
  read: ['Read', 'look things up, without changing anything'],
  write: ['Change', 'create, change and delete things'],
  secret: ['Secrets', 'get keys, tokens and passwords, which work without this gateway'],
  raw: ['Anything else', 'send requests that this gateway does not know, which may read or change anything'],
  connect: ['Connect', 'get links for signing in to this account again after its sign-in has ended'],
} as const

/** The effects of writes, by their class. */
const classes = {
  sends: 'send messages to people',
  pays: 'move or promise money',
  shares: 'give others access',
  publishes: 'publish to the world',
  deletes: 'delete things',
  grants: 'change rights, members, keys and bank details',
  runs: 'run code, workflows and formulas',
  unclassed: 'make changes that nobody has classified',
}

/** An application that asks for access. */
const client = {
  unnamed: 'An unnamed application',
  application: 'Application',
  proven: (shown: Html, host: string) => html`${shown}, as <strong>${host}</strong> says`,
  claimed: (shown: Html) => html`${shown} (the name that it gave itself, unverified)`,
  returnsTo: 'Returns to',
  onDevice: (address: string) => html`<strong>a program on this device</strong> (${address})`,
  byScheme: (scheme: string) => html`<strong>the program that opens ${scheme} links</strong> on this device`,
  cautionSite: 'Continue only if you started this yourself and know this address.',
  cautionDevice:
    'Any program on this device can do this under any name: continue only if you started it yourself, just now.',
}

/** The pages on which a person lets an application use the gateway. */
const consent = {
  title: (application: string, brand: string) => `connect ${application} to ${brand}`,
  heading: (application: string, brand: string) => html`Connect ${name(application)} to ${name(brand)}?`,
  token:
    'Your administrator gave it to you. It opens the accounts of your organisation; the application does not get it. Next you choose what the application may do.',
  continue: 'Continue',
  refuse: 'Refuse',
  chooseTitle: (application: string) => `choose what ${application} may do`,
  chooseHeading: (application: string) => html`What may ${name(application)} do?`,
  tenant: 'Tenant',
  everything: (what: string) => `${what} everything`,
  allThatIsNamed: (what: string) => `${what} all that is named below`,
  askFirst: 'Ask first',
  askFirstMeaning: (tenant: string) =>
    html`a person of ${name(tenant)} has to approve each change before it is made. What the tenant token or its tenant asks about waits in either case`,
  nothingYet: (tenant: string) =>
    html`Nothing is connected to ${name(tenant)} yet. The application may use what is connected later.`,
  later: (tenant: string) =>
    html`If all of it stays on, the application may also use what ${name(tenant)} connects later.`,
  keeps: html`The application keeps this access until you or an administrator ends it. You can end it at any time at <a href="/oauth/grants">/oauth/grants</a>.`,
  allow: 'Allow',
  anotherToken: 'Use another tenant token',
  faultyTitle: (application: string) => `${application} can not be connected`,
  faultyHeading: (application: string) => html`${name(application)} can’t be connected`,
  mistake: (message: string) => `The application’s request contains a mistake. ${message}.`,
  wayBack: (address: string) =>
    html`<a href="${address}">Go back to the application</a>. This reports the mistake to it.`,
  nothingShared: (code: string) => `Error: ${code}. Nothing was shared with the application.`,
  cannotTitle: 'This application can not be connected',
  cannotHeading: 'This application can’t be connected',
  startAgain:
    'Start again in the application. If you see this page again, remove the connection in the application and then add it again.',
}

/** The page on which a person sees and ends what applications may do. */
const grants = {
  title: 'Applications that you allowed',
  titleAgain: 'applications that you allowed',
  lead: (brand: string) =>
    html`See which applications may use ${name(brand)} with your tenant token, and end their access.`,
  token: 'The one that you pasted when you connected the application.',
  show: 'Show',
  withToken: (tenant: string, id: string) => html`With a tenant token of ${strong(tenant)} (${id}).`,
  may: 'May',
  allowedOn: 'Allowed on',
  lastUsedOn: 'Last used on',
  end: 'End access',
  endAll: 'End access of all applications',
  none: 'No application has access with this tenant token.',
  more: 'There are more. End some to see them.',
  ended: (count: number) =>
    count === 1 ? 'The access of one application has ended.' : `The access of ${count} applications has ended.`,
  whatever: 'whatever your tenant token may do',
  afterApproval: (what: string) => `only after a person approved it: ${what}`,
}

/** Errors of a request that a browser made, where an API client gets the envelope. */
const problem = {
  titles: {
    400: 'This request can’t be read',
    401: 'This needs a key',
    403: 'This is not allowed',
    404: 'There is nothing here',
    405: 'This address is not a page',
    429: 'Too many requests',
    500: 'Something went wrong here',
    503: 'Not available at the moment',
  } as Readonly<Record<number, string>>,
  other: 'This did not work',
  code: 'What this code means',
  places: { '/console': 'Console', '/docs/guide/': 'Documentation', '/docs': 'API reference' },
  requestId: (id: string) => html`Request <code>${id}</code>`,
}

/** Every text of the pages for people, in one language and in one file. Another language is another object of this type. */
export const pageTexts = {
  language: 'en',
  ...common,
  connect,
  fields,
  chooseProvider,
  choose,
  ask,
  connected,
  notConnected,
  links,
  rights,
  classes,
  client,
  consent,
  grants,
  problem,
}
