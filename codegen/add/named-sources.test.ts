import { expect, test } from 'vitest'
import { fileBehind } from './named-sources.ts'

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
