import type { ErrorEnvelope } from '@patchbay/core/errors'
import type { Reply } from '../http/exchange.ts'
import type { Brand } from './brand.ts'
import { type Html, html } from './html.ts'
import { pageReply } from './page.ts'
import { pageTexts } from './page-texts.ts'

const t = pageTexts.problem

/** The places of a gateway that have pages for people, by their addresses. */
export type Places = readonly (keyof typeof t.places)[]

/** The ways on, for somebody who opened the address of the gateway, or mistyped one. */
const waysOn = (places: Places): Html =>
  places.length === 0
    ? html``
    : html`<ul>${places.map((path) => html`<li><a href="${path}">${t.places[path]}</a></li>`)}</ul>\n`

/** An error's envelope as a page, for people who opened the address in a browser. `places`: those of this listener. */
export const problemPage = (
  brand: Brand,
  { status, code, error, request_id = '', docs_url }: ErrorEnvelope,
  places: Places,
): Reply => {
  const title = t.titles[status] ?? t.other
  const more = docs_url === undefined ? html`` : html`<p><a href="${docs_url}">${t.code}</a></p>\n`
  return pageReply({
    brand,
    status,
    title,
    content: html`<h1>${title}</h1>
<p>${/[.!?]$/.test(error) ? error : `${error}.`}</p>
${status === 404 ? waysOn(places) : html``}${more}<p class="quiet"><code>${code}</code> · ${t.requestId(request_id)}</p>`,
  })
}
