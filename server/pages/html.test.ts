import { expect, test } from 'vitest'
import { html } from './html.ts'

test('text is escaped in content and attributes, and HTML is not escaped again', () => {
  const evil = `<b title="x" lang='y'>&amp;`
  expect(html`<p title="${evil}">${evil}</p>`.html).toBe(
    '<p title="&lt;b title=&quot;x&quot; lang=&#x27;y&#x27;&gt;&amp;amp;">&lt;b title=&quot;x&quot; lang=&#x27;y&#x27;&gt;&amp;amp;</p>',
  )
  const items = ['<1>', '2'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}${html`<hr>`}</ul>`.html).toBe('<ul><li>&lt;1&gt;</li><li>2</li><hr></ul>')
})
