import { expect, test } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import { fileBehind, namesOnPage } from './named-sources.ts'

test.each([
  [
    'https://github.com/shelves/api/blob/main/spec/openapi.yaml',
    'https://raw.githubusercontent.com/shelves/api/main/spec/openapi.yaml',
  ],
  [
    'https://github.com/shelves/api/blob/v1/a.json?plain=1#L3',
    'https://raw.githubusercontent.com/shelves/api/v1/a.json',
  ],
  ['https://gitlab.com/a/b/c/-/blob/main/openapi.yaml', 'https://gitlab.com/a/b/c/-/raw/main/openapi.yaml'],
  [
    'https://bitbucket.org/shelves/api/src/main/openapi.yaml',
    'https://bitbucket.org/shelves/api/raw/main/openapi.yaml',
  ],
  ['https://gist.github.com/ada/0123456789abcdef', 'https://gist.githubusercontent.com/ada/0123456789abcdef/raw'],
  ['https://github.com/shelves/api', 'https://github.com/shelves/api'],
  ['https://shelves.com/blob/main/openapi.yaml', 'https://shelves.com/blob/main/openapi.yaml'],
])('the file behind the page %s', (page, file) => {
  expect(fileBehind(page).split('?')[0]).toBe(file.split('?')[0])
})

test.each([
  ['links without an end', '<link rel="service-desc" '],
  ['links that lead nowhere', '<link href="x" '],
  ['settings without an end', '<div id="api-reference" '],
  ['addresses without an end', '.json?'],
  ['addresses of documents without an end', 'openapi.json?'],
  ['spaces', ' '],
])('a page of a hostile site takes no longer than another one of its length: %s', (_, piece) => {
  const begun = threadMs()
  for (const begin of ['', '<a href="', 'url: "'])
    namesOnPage(begin + piece.repeat(300_000 / piece.length), 'https://a.example/')
  expect(threadMs() - begun).toBeLessThan(2000)
})
