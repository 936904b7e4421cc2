import { errorBox, hiddenFields } from '../../forms/form-fields.ts'
import type { Reply } from '../../http/exchange.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply } from '../../pages/page.ts'
import { pageTexts } from '../../pages/page-texts.ts'
import { providerMark } from '../../pages/provider-mark.ts'
import { formatFieldName } from '../account/fields.ts'
import type { Choice, Choices } from '../account/reported-settings.ts'
import { type LinkPage, linkFacts } from './link-page.ts'

const t = pageTexts.choose

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

/** Lets the person choose one of several accounts. */
export const choosePage = (page: ChoosePage): Reply => {
  const { brand, link, domain, proof, choices, before, error } = page
  const { title } = domain.provider
  return pageReply({
    brand,
    status: error === undefined ? 200 : 400,
    title: t.title(title),
    mark: providerMark(domain.provider),
    content: html`<h1>${t.heading}</h1>
<p class="lead">${t.lead(title)}</p>
${linkFacts(page)}
<form method="post" action="/connect/confirm">
${hiddenFields([
  ['proof', proof],
  ['connect_id', link.connect_id],
])}${errorBox(error === undefined ? undefined : { status: 400, message: `${error}.` })}${Object.entries(choices).map(([name, among]) => radios(name, among, before[name]))}<div class="buttons stay">
<button class="main" name="decision" value="choose">${t.submit}</button>
<button formnovalidate name="decision" value="cancel">${t.another}</button></div>
</form>`,
  })
}
