import { commonRun, type Slice } from '@patchbay/core/imported'
import { printKey, printValue } from '../source/print.ts'
import { parseSource, printSource } from '../source/source-file.ts'

/** Types of the document for the overlay: the parameters of an action in one text. */
export const documentTs = ({ actions }: Slice): string => {
  const all = Object.entries(actions).map(([name, { params }]) => ({ name, params: Object.keys(params) }))
  const common = commonRun(all.map(({ params }) => params))
  const properties = all.map(({ name, params }) => ({ name: printKey(name), type: parametersType(params, common) }))
  const source = parseSource('document.ts', '// Made of document.json by `bun run types`: change overlay.ts instead.\n')
  if (common.length > 0) source.addTypeAlias({ name: 'Common', type: printWords(common) })
  const docs = ['The actions of document.json, and their parameters.']
  source.addInterface({ name: 'Document', isExported: true, docs, properties })
  return printSource(source)
}

const parametersType = (params: readonly string[], common: readonly string[]): string => {
  const hasCommon = common.length > 0 && common.every((one) => params.includes(one))
  const own = hasCommon ? params.filter((one) => !common.includes(one)) : params
  const types = [...(hasCommon ? ['Common'] : []), ...(own.length > 0 ? [printWords(own)] : [])]
  return types.join(' | ') || 'never'
}

const printWords = (names: readonly string[]): string => printValue(names.join(' '))
