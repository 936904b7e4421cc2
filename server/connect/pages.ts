import type { Domain } from '@patchbay/core/schema'
import type { ConnectLink, TenantRecord } from '@patchbay/core/store'
import { msOf, type UnixSeconds } from '@patchbay/core/time'
import { errorBox, hiddenFields } from '../forms/form-fields.ts'
import type { Reply } from '../http/exchange.ts'
import { type Html, html } from '../pages/html.ts'
import { type Brand, pageReply } from '../pages/page.ts'
import { type FormField, formatFieldName } from './account/fields.ts'
import type { Choice, Choices } from './account/reported-settings.ts'
import { openerResult, tellOpenerScript } from './tell-opener.ts'

/** The parts that every page about a link shows. */
export interface LinkPage {
  readonly brand: Brand
  readonly link: ConnectLink
  readonly tenant: TenantRecord
  readonly domain: Domain
}

const facts = ({ link, tenant, domain }: LinkPage): Html => html`<dl>
<dt>For</dt><dd><strong><bdi>${tenant.name}</bdi></strong></dd>
<dt>Account</dt><dd><bdi>${link.label ?? link.account}</bdi> at ${domain.provider.title}</dd>
</dl>`

const fieldHtml = ({
  name,
  label,
  hint,
  isSecret,
  isRequired,
  value,
}: FormField): Html => html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${isSecret ? 'password' : 'text'}"${isRequired ? ' required' : ''} maxlength="16384" autocomplete="off" autocapitalize="off" spellcheck="false"${hint === undefined ? html`` : html` aria-describedby="${name}-hint"`}${value === '' ? html`` : html` value="${value}"`}>
${hint === undefined ? html`` : html`<p class="quiet" id="${name}-hint">${hint}</p>`}`

/** A scope with what it allows. The plugin knows no sentence for one that only the operator's application names. */
export interface AskedScope {
  readonly name: string
  readonly sentence: string | undefined
}

const scopeItems = (scopes: readonly AskedScope[]): Html =>
  html`<ul class="scopes">${scopes.map(
    ({ name, sentence }) =>
      html`<li>${sentence === undefined ? html`<code>${name}</code>` : html`${sentence} <code>${name}</code>`}</li>\n`,
  )}</ul>`

const scopeList = (scopes: readonly AskedScope[]): Html =>
  scopes.length === 0 ? html`` : html`<h2>Access that you will be asked for</h2>\n${scopeItems(scopes)}`

const whereToFind = ({ provider: { title, credentialsPage } }: Domain): Html =>
  credentialsPage === undefined
    ? html``
    : html`<p><a href="${credentialsPage}" target="_blank" rel="noopener noreferrer">Where to find it at ${title}</a> (opens a new tab)</p>`

interface OpenPage extends LinkPage {
  readonly proof: string
  readonly cookie: string
  readonly secret: string
  readonly fields: readonly FormField[]
  /** The scopes to request at the vendor; `undefined`: the person enters a key here. */
  readonly scopes: readonly AskedScope[] | undefined
  /** Why the form is shown again, or how the last try ended. */
  readonly error?: { readonly status: number; readonly message: string } | undefined
}

/** The page of a link: whom it is for, what happens next, and the form. */
export const openPage = (page: OpenPage): Reply => {
  const { brand, domain, proof, cookie, secret, fields, scopes, error } = page
  const { title } = domain.provider
  const next =
    scopes === undefined
      ? html`<p>${brand.name} tries what you enter here once. If ${title} accepts it, it is stored sealed and never shown again.</p>`
      : html`<p>You now go to ${title}, sign in there and allow the access. Then you come back here. Your password stays at ${title}.</p>`
  return pageReply({
    brand,
    status: error?.status ?? 200,
    title: `${error ? 'Try again: ' : ''}connect ${title}`,
    headers: { 'set-cookie': cookie },
    content: html`<h1>Connect ${title}</h1>
${errorBox(error)}${facts(page)}
${next}
${scopeList(scopes ?? [])}
<p class="quiet">Continue only if you know who sent you this link: <bdi>${brand.name}</bdi> will use the account that you connect, for <bdi>${page.tenant.name}</bdi>. Otherwise close this page.</p>
<form method="post" action="/connect/${secret}">
${hiddenFields([['proof', proof]])}${fields.map(fieldHtml)}
${scopes === undefined ? whereToFind(domain) : html``}
<div class="buttons stay"><button class="main">${scopes === undefined ? 'Connect' : `Continue to ${title}`}</button>${
      page.link.providers
        ? html`\n<button formnovalidate name="decision" value="another">Choose another</button>`
        : html``
    }</div>
</form>`,
  })
}

const decision =
  (value: string) =>
  (label: string, kind = ''): Html =>
    html`<button class="${kind}" name="decision" value="${value}">${label}</button>\n`
const [connect, another, go] = [decision('connect'), decision('cancel'), decision('choose')]

interface ChoosePage extends LinkPage {
  readonly proof: string
  readonly choices: Choices
  /** The current settings of the account. */
  readonly before: Readonly<Record<string, string>>
  readonly error: string | undefined
}

/** Choices with the same name also show their values. */
const radios = (setting: string, among: readonly Choice[], before: string | undefined): Html => {
  const named = Map.groupBy(among, ({ label }) => label)
  return html`<fieldset>
<legend>${formatFieldName(setting)}</legend>
${among.map(
  ({ value, label }) =>
    html`<label class="box"><input type="radio" name="setting_${setting}" value="${value}" required${value === before ? html` checked` : html``}><span><bdi>${label}</bdi>${named.get(label)?.length === 1 ? html`` : html` <code>${value}</code>`}</span></label>\n`,
)}</fieldset>\n`
}

/** Asks which of several accounts is meant. */
export const choosePage = (page: ChoosePage): Reply => {
  const { brand, link, domain, proof, choices, before, error } = page
  const { title } = domain.provider
  return pageReply({
    brand,
    status: error === undefined ? 200 : 400,
    title: `Which account of ${title}?`,
    content: html`<h1>Choose what to connect</h1>
<p>You have access to more than one at ${title}.</p>
${facts(page)}
<form method="post" action="/connect/confirm">
${hiddenFields([
  ['proof', proof],
  ['connect_id', link.connect_id],
])}${errorBox(error === undefined ? undefined : { status: 400, message: `${error}.` })}${Object.entries(choices).map(([name, among]) => radios(name, among, before[name]))}<div class="buttons stay">
${go('Continue', 'main')}<button formnovalidate name="decision" value="cancel">Use another account</button></div>
</form>`,
  })
}

/** Whose account it is. `displayName`: in words that people recognise, where the identity is just a number. */
interface Owner {
  readonly identity: string | null
  readonly displayName?: string | undefined
}

const ownerHtml = (identity: string, displayName: string | undefined): Html =>
  displayName === undefined
    ? html`<strong><bdi>${identity}</bdi></strong>`
    : html`<strong><bdi>${displayName}</bdi></strong> (<bdi>${identity}</bdi>)`

interface AskPage extends LinkPage, Owner {
  readonly proof: string
  /** The identity that the account has so far, if it is known and differs. */
  readonly before: string | null
  /** The scopes that were requested and that the person did not grant. */
  readonly missing: readonly AskedScope[]
  /** When the access ends, if it can't be renewed. */
  readonly ends: UnixSeconds | null
}

const missingBox = (title: string, missing: readonly AskedScope[]): Html =>
  missing.length === 0
    ? html``
    : html`<div class="wrong" role="alert"><p>${title} granted less than was asked for. Calls that need the following will fail:</p>
${scopeItems(missing)}
<p>To grant it, choose “Sign in again” and allow everything there. Some of it may need your administrator.</p></div>`

/** Asks whether the account that was found is the right one. Nothing is stored before. */
export const askPage = (page: AskPage): Reply => {
  const { brand, link, tenant, domain, proof, identity, displayName, before, missing, ends } = page
  const { title } = domain.provider
  const who =
    identity === null
      ? html`<p>${title} accepts the access, and does not say whose account it is.</p>`
      : html`<p>At ${title} you are ${ownerHtml(identity, displayName)}.</p>`
  const replacing = identity === null ? 'this access replaces that one' : 'this other account replaces it'
  const warning =
    before === null
      ? html``
      : html`<p class="wrong" role="alert">Until now this account was connected as <strong><bdi>${before}</bdi></strong>. If you continue, ${replacing}.</p>`
  const ending =
    ends === null
      ? html``
      : html`<p class="done">${title} granted access that ends on ${new Date(msOf(ends)).toUTCString()} and can not be renewed. After that, the account has to be connected again.</p>`
  return pageReply({
    brand,
    status: 200,
    title: `Connect this account of ${title}?`,
    content: html`<h1>Is this the right account?</h1>
${who}
${facts(page)}
${warning}${missingBox(title, missing)}${ending}
<p class="quiet">If you continue, <bdi>${brand.name}</bdi> can use this account for <bdi>${tenant.name}</bdi> until somebody disconnects it.</p>
<form method="post" action="/connect/confirm">
${hiddenFields([
  ['proof', proof],
  ['connect_id', link.connect_id],
])}<div class="buttons stay">
${missing.length === 0 ? html`${connect('Connect this account', 'main')}${another('Use another account')}` : html`${another('Sign in again', 'main')}${connect('Connect anyway')}`}</div>
</form>`,
  })
}

/** The end where the link has no return URL. */
export const connectedPage = (page: LinkPage & Owner): Reply => {
  const { brand, domain, identity, displayName } = page
  const { title } = domain.provider
  return pageReply({
    brand,
    status: 200,
    title: `${title} is connected`,
    script: page.link.origin === undefined ? undefined : tellOpenerScript,
    content: html`<h1 class="good">${title} is connected</h1>
${facts(page)}
<p class="done">${identity === null ? html`The account works.` : html`The account of ${ownerHtml(identity, displayName)} works.`} You can close this page.</p>${openerResult(page.link)}`,
  })
}

/** The page of a link that did what it was for. Nothing is wrong, and there is nothing to do. */
export const usedLinkPage = (brand: Brand): Reply =>
  pageReply({
    brand,
    status: 404,
    title: 'Already connected',
    content: html`<h1 class="good">Already connected</h1>
<p>This link was used, and the account is connected. You can close this page.</p>
<p class="quiet">To connect it again, ask whoever sent you the link for a new one.</p>`,
  })

/** A page that says what is wrong and what to do. `again`: where the person can begin anew. */
export const sorryPage = (
  brand: Brand,
  {
    status,
    message,
    again,
  }: { readonly status: number; readonly message: string; readonly again?: string | undefined },
): Reply =>
  pageReply({
    brand,
    status,
    title: again === undefined ? 'This account can not be connected' : 'This account is not connected',
    content: html`<h1>This account ${again === undefined ? 'can’t be' : 'isn’t'} connected</h1>
<p class="wrong" role="alert">${message}</p>
${
  again === undefined
    ? html`<p>Nothing was stored. Ask whoever sent you the link for a new one.</p>`
    : html`<p>Nothing was stored. You can try again until the link expires.</p>
<div class="buttons"><a class="button" href="${again}">Try again</a></div>`
}`,
  })
