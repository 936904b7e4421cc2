/** Commands in the product's own hints: each works with a PATH that has no Bun, and by the name of the program. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { commands } from '../../server/commands/index.ts'
import { readSourceFiles } from './house/source-files.ts'

/** The texts of a file: literals, and the parts of templates between their values. */
const readTexts = (text: string): readonly string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text)
    else if (ts.isJsxText(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX))
  return found
}

const root = join(import.meta.dirname, '../..')
const sentences = readSourceFiles(root).flatMap(({ path, text }) =>
  readTexts(text).map((sentence) => ({ path, sentence })),
)

/** Headers of files that a reader of the repository sees. */
const isBanner = (sentence: string): boolean => /do not edit|Made of document\.json/.test(sentence)

test('no sentence names a command that needs a bun in the PATH', () => {
  const bare = /(?<!npx )(?<![\w/.-])bun (?=(?:run|start|install|add|test|x)\b)/
  const found = sentences.filter(({ sentence }) => bare.test(sentence) && !isBanner(sentence))
  expect(found).toEqual([])
  expect(sentences.filter(({ sentence }) => sentence.includes('npx bun ')).length).toBeGreaterThan(15)
})

test('scripts that a sentence names exist', async () => {
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const named = sentences.flatMap(({ sentence }) => [...sentence.matchAll(/npx bun run (?:--silent )?(\w[\w:-]*)/g)])
  for (const [, name = ''] of named) expect(Object.keys(scripts)).toContain(name)
})

test('a sentence of the command line names its commands as it was called', () => {
  const names = Object.keys(commands).join('|')
  const fixed = new RegExp(`(?<!\\\\w)patchbay (?:${names})\\\\b`)
  const own = sentences.filter(({ path }) => path.startsWith('cli/') || path.startsWith('server/commands/'))
  // Examples, steps and completions are written out, and get the name where they are shown.
  const left = own.filter(
    ({ sentence }) =>
      fixed.test(sentence) && !/^(?:[A-Z_]+=\S+ |TOKEN=\$\(|source <\(|claude .*)?patchbay /.test(sentence),
  )
  expect(left).toEqual([])
})

test('a sentence elsewhere that tells an operator to run `patchbay` says how, and so does a file of deploy', () => {
  const names = Object.keys(commands).join('|')
  const bare = new RegExp(`(?<!\\w|npx bun run --silent |\`|-)patchbay (?:${names})\\b`)
  const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      path: join(parentPath, name),
      sentence: readFileSync(join(parentPath, name), 'utf8'),
    }))
  const others = sentences.filter(({ path }) => !path.startsWith('cli/') && !path.startsWith('server/commands/'))
  expect([...others, ...files].filter(({ sentence }) => bare.test(sentence)).map(({ path }) => path)).toEqual([])
})
