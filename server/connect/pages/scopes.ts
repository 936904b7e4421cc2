import { type Html, html } from '../../pages/html.ts'
import { pageTexts } from '../../pages/page-texts.ts'

const t = pageTexts.connect

/** A scope with what it allows. The plugin knows no sentence for one that only the operator's application names. */
export interface AskedScope {
  readonly name: string
  readonly sentence: string | undefined
}

/** The lines that are seen without a click. */
const shownLines = 3

/** Scopes with the vendor's names for them. */
export const scopeItems = (scopes: readonly AskedScope[]): Html =>
  html`<ul class="scopes">${scopes.map(
    ({ name, sentence }) =>
      html`<li>${sentence === undefined ? html`<code>${name}</code>` : html`${sentence} <code>${name}</code>`}</li>\n`,
  )}</ul>`

/** The scopes that the vendor will be asked for: a few lines in words, and then all of them by name. */
export const scopeList = (scopes: readonly AskedScope[]): Html => {
  if (scopes.length === 0) return html``
  if (scopes.length <= shownLines) return html`<h2>${t.scopes}</h2>\n${scopeItems(scopes)}`
  const lines = [...new Set(scopes.map(({ name, sentence }) => sentence ?? name))].slice(0, shownLines)
  return html`<h2>${t.scopes}</h2>
<ul class="scopes">${lines.map((line) => html`<li>${line}</li>\n`)}</ul>
<details><summary>${t.allScopes(scopes.length)}</summary>
${scopeItems(scopes)}</details>`
}
