import { type Html, html } from './html.ts'

/** A term and its description, within `<dl>`. */
export const renderRow = (term: string, description: Html): Html => html`<dt>${term}</dt><dd>${description}</dd>\n`
