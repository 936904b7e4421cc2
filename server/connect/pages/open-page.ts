import { secondsOf } from '@patchbay/core/time'
import { errorBox, hiddenFields } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { providerMark } from '../../pages/provider-mark.ts'
import { spanInWords } from '../../pages/time-in-words.ts'
import type { FormField } from '../account/fields.ts'
import { type FormProblem, type LinkPage, linkFacts } from './link-page.ts'
import { type AskedScope, scopeList } from './scopes.ts'

const t = pageTexts.connect

interface OpenPage extends LinkPage {
  readonly proof: string
  readonly cookie: string
  readonly secret: string
  readonly fields: readonly FormField[]
  /** The scopes to request at the vendor; `undefined`: the person enters a key here. */
  readonly scopes: readonly AskedScope[] | undefined
  readonly now: Date
  /** The reason why the form is shown again, or the result of the last attempt. */
  readonly error?: FormProblem | undefined
}

interface FieldState {
  /** The field's fault, for the person. */
  readonly fault: Html | undefined
  /** True for the first field at fault. */
  readonly isFocused: boolean
}

const fieldHtml = (
  { name, label, hint, isSecret, isRequired, value }: FormField,
  { fault, isFocused }: FieldState,
): Html => {
  const described = [...(fault ? [`${name}-fault`] : []), ...(hint === undefined ? [] : [`${name}-hint`])].join(' ')
  const state = fault ? html` aria-invalid="true"${isFocused ? html` autofocus` : html``}` : html``
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${isSecret ? 'password' : 'text'}"${isRequired ? ' required' : ''} maxlength="16384" autocomplete="off" autocapitalize="off" spellcheck="false"${described === '' ? html`` : html` aria-describedby="${described}"`}${state}${value === '' ? html`` : html` value="${value}"`}>
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>\n` : html``}${hint === undefined ? html`` : html`<p class="quiet hint" id="${name}-hint">${hint}</p>`}`
}

/** Secrets are never sent back to the browser, where a later reader of the page or its cache would find them. */
const describeFault = ({ message }: FormProblem, { isSecret }: FormField, isFirst: boolean): Html => {
  const again = isSecret ? html`${t.secretIsNotKept}` : html``
  if (!isFirst) return again
  const end = isSecret && !/[.!?]$/.test(message) ? '. ' : ' '
  return html`<span role="alert">${message}</span>${isSecret ? end : ''}${again}`
}

const formFields = (fields: readonly FormField[], error: FormProblem | undefined): readonly Html[] => {
  const faulty = fields.filter(({ name }) => error?.fields?.includes(name))
  return fields.map((field) => {
    const isFirst = field === faulty[0]
    const fault = error && faulty.includes(field) ? describeFault(error, field, isFirst) : undefined
    return fieldHtml(field, { fault, isFocused: isFirst })
  })
}

const whereToFind = ({ domain: { provider } }: LinkPage): Html =>
  provider.credentialsPage === undefined
    ? html``
    : html`<p><a href="${provider.credentialsPage}" target="_blank" rel="noopener noreferrer">${t.whereToFind(provider.title)}</a> ${pageTexts.opensTab}</p>\n`

/** The page of a link: whom it is for, what happens next, and the form. */
export const openPage = (page: OpenPage): Reply => {
  const { brand, link, tenant, domain, proof, cookie, secret, fields, scopes, now, error } = page
  const { title } = domain.provider
  const isSignIn = scopes !== undefined
  const box = error?.fields?.some((name) => fields.some((field) => field.name === name)) ? undefined : error
  return pageReply({
    brand,
    status: error?.status ?? 200,
    title: error ? pageTexts.tryAgain(t.title(title)) : t.title(title),
    mark: providerMark(domain.provider),
    headers: { 'set-cookie': cookie },
    content: html`<h1>${t.heading(title, brand.name)}</h1>
<p class="lead">${isSignIn ? t.signIn(title) : t.keyIsTried(title, brand.name)}</p>
${errorBox(box)}${linkFacts(page)}
${scopeList(scopes ?? [])}
<form method="post" action="/connect/${secret}">
${hiddenFields([['proof', proof]])}${isSignIn ? html`` : whereToFind(page)}${formFields(fields, error)}<div class="buttons stay"><button class="main">${isSignIn ? t.continueTo(title) : t.submit}</button>${
      link.providers ? html`\n<button formnovalidate name="decision" value="another">${t.another}</button>` : html``
    }</div>
</form>
<p class="quiet">${t.caution(brand.name, tenant.name)} ${t.ends(spanInWords(link.expires_at - secondsOf(now)))}</p>`,
  })
}
