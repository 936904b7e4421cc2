import { expect, test } from 'vitest'
import { html } from './html.ts'

test('in content, what nobody would see is a marked escape; an attribute keeps its value, and a title has no elements', () => {
  const evil = '\u202emoc.elpmaxe@ecila'
  const mark = '<mark title="an invisible character">\\u{202e}</mark>moc.elpmaxe@ecila'
  expect(html`<p><b>x</b> ${evil}</p>`.html).toBe(`<p><b>x</b> ${mark}</p>`)
  expect(html`<input value="${evil}"><p title='${evil}'>${evil}</p>`.html).toBe(
    `<input value="${evil}"><p title='${evil}'>${mark}</p>`,
  )
  expect(html`<title>${evil}</title>`.html).toBe('<title>\\u{202e}moc.elpmaxe@ecila</title>')
})

test('text is escaped in content and attributes, and HTML is not escaped again', () => {
  const evil = `<b title="x" lang='y'>&amp;`
  expect(html`<p title="${evil}">${evil}</p>`.html).toBe(
    '<p title="&lt;b title=&quot;x&quot; lang=&#x27;y&#x27;&gt;&amp;amp;">&lt;b title=&quot;x&quot; lang=&#x27;y&#x27;&gt;&amp;amp;</p>',
  )
  const items = ['<1>', '2'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}${html`<hr>`}</ul>`.html).toBe('<ul><li>&lt;1&gt;</li><li>2</li><hr></ul>')
})
