import type { Reply } from '../../http/exchange.ts'
import type { Brand } from '../../pages/brand.ts'
import { html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { providerMark } from '../../pages/provider-mark.ts'
import { openerResult, tellOpenerScript } from '../tell-opener.ts'
import { type LinkPage, linkFacts, type Owner, ownerHtml } from './link-page.ts'

const { connected, notConnected } = pageTexts

/** The end where the link has no return URL. */
export const connectedPage = (page: LinkPage & Owner): Reply => {
  const { brand, link, domain, identity, displayName } = page
  const title = connected.title(domain.provider.title)
  return pageReply({
    brand,
    status: 200,
    title,
    mark: providerMark(domain.provider),
    script: link.origin === undefined ? undefined : tellOpenerScript,
    content: html`<h1 class="good">${title}</h1>
${linkFacts(page)}
<p class="done">${identity === null ? connected.works : connected.worksOf(ownerHtml(identity, displayName))}</p>${openerResult(link)}`,
  })
}

/** The page of a link that did what it was for. Nothing is wrong, and there is nothing to do. */
export const usedLinkPage = (brand: Brand): Reply =>
  pageReply({
    brand,
    status: 404,
    title: connected.before.title,
    content: html`<h1 class="good">${connected.before.title}</h1>
<p>${connected.before.text}</p>
<p class="quiet">${connected.before.again}</p>`,
  })

/** A page that says what is wrong and what to do. `again`: where the person can begin anew. */
export const sorryPage = (
  brand: Brand,
  {
    status,
    message,
    again,
  }: { readonly status: number; readonly message: string; readonly again?: string | undefined },
): Reply => {
  const texts = again === undefined ? notConnected.never : notConnected.again
  const way =
    again === undefined
      ? html``
      : html`\n<div class="buttons"><a class="button" href="${again}">${notConnected.tryAgain}</a></div>`
  return pageReply({
    brand,
    status,
    title: texts.title,
    content: html`<h1>${texts.heading}</h1>
<p class="wrong" role="alert">${message}</p>
<p>${texts.next}</p>${way}`,
  })
}
