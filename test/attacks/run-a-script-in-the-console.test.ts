import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../console')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(generated|dist|node_modules)\//.test(name))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

// test/console/scripts-browser.test.ts shows the same in a browser, where there is one.
test('no source of the console makes markup or scripts of texts, and none is inline', () => {
  expect(sources.length).toBeGreaterThan(20)
  const ways =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcDoc|javascript:/
  expect(sources.filter(([, text]) => ways.test(text)).map(([name]) => name)).toEqual([])
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<style|\son\w+=|\sstyle=/)
  expect(page.match(/<script/g)).toHaveLength(1)
})
