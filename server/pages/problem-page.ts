import type { ErrorEnvelope } from '@patchbay/core/errors'
import type { Reply } from '../http/exchange.ts'
import type { Brand } from './brand.ts'
import { html } from './html.ts'
import { pageReply } from './page.ts'
import { pageTexts } from './page-texts.ts'

const t = pageTexts.problem

/** An error's envelope as a page, for people who opened the address in a browser. */
export const problemPage = (brand: Brand, { status, code, error, request_id = '', docs_url }: ErrorEnvelope): Reply => {
  const title = t.titles[status] ?? t.other
  const more = docs_url === undefined ? html`` : html`<p><a href="${docs_url}">${t.code}</a></p>\n`
  return pageReply({
    brand,
    status,
    title,
    content: html`<h1>${title}</h1>
<p>${/[.!?]$/.test(error) ? error : `${error}.`}</p>
${more}<p class="quiet"><code>${code}</code> · ${t.requestId(request_id)}</p>`,
  })
}
