import { isCollection, isScalar, parseAllDocuments, visit } from 'yaml'

const versions = ['1.1', '1.2'] as const

/** Compose's `!reset` tag: removes the value that an earlier file set. */
const reset = { tag: '!reset', collection: 'seq' } as const

/**
 * The documents of a YAML file, read as strictly as by libyaml and Go's YAML, which Docker, kubectl and lefthook use. Throws where one
 * of them would: Bun's reader, and YAML 1.2, take more. Throws also where YAML 1.1 and 1.2 read something else (`on`, `0440`).
 */
export const parseStrictly = (text: string): readonly unknown[] => {
  const [older, newer] = versions.map((version) =>
    parseAllDocuments(text, { version, merge: true, strict: true, uniqueKeys: true, customTags: [reset] }).map(
      (document) => {
        const [problem] = [...document.errors, ...document.warnings]
        if (problem) throw problem
        visit(document, {
          Scalar(_key, { type, source }, path) {
            const parent = path.findLast(isCollection)
            if (type === 'PLAIN' && parent?.flow && source?.startsWith(':'))
              throw new SyntaxError(`${source} stands in brackets and begins with a colon: it needs quotes`)
          },
          Pair(_key, { key }) {
            if (!isScalar(key)) throw new SyntaxError('a key is not a text')
          },
        })
        return document.toJS()
      },
    ),
  )
  if (!newer || !Bun.deepEquals(older, newer)) throw new SyntaxError('YAML 1.1 and 1.2 read different values')
  return newer
}
