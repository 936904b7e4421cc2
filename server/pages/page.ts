import type { Reply } from '../http/exchange.ts'
import type { Brand } from './brand.ts'
import { type Html, html } from './html.ts'
import { logoPath } from './logo.ts'
import { pageTexts } from './page-texts.ts'
import { findInitial } from './provider-mark.ts'
import { inlineSource } from './style-sheet.ts'

/**
 * Allows only the style sheet, and the script of a page that has one. There is no `form-action`, because browsers also apply it to every redirect after a form
 * (https://github.com/w3c/webappsec-csp/issues/8). The client's own site may redirect further, for example to its application, and
 * the gateway can't know where.
 */
const policy = ({ hasLogo, styleSheet }: Brand, script: string | undefined): string =>
  `default-src 'none'; style-src ${styleSheet.source};${script === undefined ? '' : ` script-src ${inlineSource(script)};`}${hasLogo ? " img-src 'self';" : ''} base-uri 'none'; frame-ancestors 'none'`

export interface HtmlPage {
  readonly brand: Brand
  readonly status: number
  readonly title: string
  /** The mark of the vendor or application that the page is about. */
  readonly mark?: Html | undefined
  readonly content: Html
  /** A fixed text, which the page works without. */
  readonly script?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** The brand's logo or letter, and the mark of the vendor or application that the page is about. */
const header = ({ name, hasLogo }: Brand, mark: Html | undefined): Html => {
  // The name stands beside the logo, so the logo says nothing more to a screen reader.
  const own = hasLogo
    ? html`<img src="${logoPath}" alt="">`
    : html`<span class="initial" aria-hidden="true">${findInitial(name)}</span>`
  return html`<p class="brand">${own}<bdi>${name}</bdi>${mark ? html`<span class="with" aria-hidden="true">⇄</span>${mark}` : html``}</p>`
}

/** A page for people: no script of others, no foreign content, light and dark. The app adds the headers of every answer. */
export const pageReply = ({ brand, status, title, mark, content, script, headers }: HtmlPage): Reply => ({
  status,
  body: html`<!doctype html>
<html lang="${pageTexts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ html: brand.styleSheet.css }}</style>
</head>
<body>
<main>
${header(brand, mark)}
${content}
</main>${
    script === undefined
      ? html``
      : html`
<script>${{ html: script }}</script>`
  }
</body>
</html>
`.html,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(brand, script),
    ...headers,
  },
})
