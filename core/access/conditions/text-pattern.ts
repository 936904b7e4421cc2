import { RE2JS } from 're2js'
import { isPlain, isSeparated } from '../../schema/index.ts'

/** True if the usual engine matches a pattern in linear time, as far as a quick look tells. */
const isQuick = (source: string): boolean => isPlain(source) || isSeparated(source)

const opening = /^\((?:\?(?:[:=!]|<[=!]|<[A-Za-z_]\w*>))?/
const atom = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|[^()])/su
const quantifier = /^(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??/
/** A repetition with more counts than this is as good as one without a bound. */
const wide = 50

const isUnbounded = (repetition: RegExpExecArray | null): boolean => {
  if (!repetition) return false
  const [text, sign, from, to = from] = repetition
  if (sign) return sign !== '?'
  return text.includes(',') && (to === '' || Number(to) - Number(from) >= wide)
}

/** True if a group that repeats without a bound has a part that does, too: a text may then be matched in very many ways. */
const hasNestedRepetition = (source: string): boolean => {
  const repeats = [false]
  for (let rest = source; rest !== ''; ) {
    const begun = opening.exec(rest)
    const part = begun ?? atom.exec(rest)
    const isEnd = !part
    rest = rest.slice(part?.[0].length ?? 1)
    if (begun) {
      repeats.push(false)
      continue
    }
    const inner = isEnd ? (repeats.pop() ?? false) : false
    const times = quantifier.exec(rest)
    rest = rest.slice(times?.[0].length ?? 0)
    if (inner && isUnbounded(times)) return true
    if (inner || isUnbounded(times)) repeats.splice(-1, 1, true)
  }
  return false
}

/** The reason why a text isn't a pattern that is matched in linear time; `undefined`: it is one. */
export const findPatternFault = (source: string): string | undefined => {
  try {
    new RegExp(source, 'u')
  } catch {
    return 'is not a regular expression with the flag u'
  }
  if (isQuick(source)) return undefined
  if (hasNestedRepetition(source))
    return 'may take more than linear time: a repeated part must not repeat inside itself'
  try {
    RE2JS.compile(source)
    return undefined
  } catch {
    return 'may take more than linear time: leave out look-around and back references'
  }
}

/** A test for a pattern without faults. */
export const compileTextPattern = (source: string): ((text: string) => boolean) => {
  if (isQuick(source)) {
    const pattern = new RegExp(source, 'u')
    return (text) => pattern.test(text)
  }
  const linear = RE2JS.compile(source)
  return (text) => linear.matcher(text).find()
}
