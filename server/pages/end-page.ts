import type { Reply } from '../http/exchange.ts'
import type { Brand } from './brand.ts'
import { html } from './html.ts'
import { pageReply } from './page.ts'

/** A page with nothing to do on it: what was asked for is done, or can't be. */
export const endPage = (brand: Brand, status: number, title: string, text: string): Reply =>
  pageReply({ brand, status, title, content: html`<h1>${title}</h1>\n<p>${text}</p>` })
