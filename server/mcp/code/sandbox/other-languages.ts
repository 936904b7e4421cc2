/** Names of Python that models write into JavaScript, with what JavaScript has in their place. */
export const pythonNames: readonly (readonly [name: string, instead: string])[] = [
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['len', 'list.length, or Object.keys(object).length'],
  ['str', 'String(value)'],
  ['int', 'Number(value)'],
  ['float', 'Number(value)'],
  ['bool', 'Boolean(value)'],
  ['dict', '{}'],
  ['list', '[] or [...values]'],
  ['tuple', '[]'],
  ['set', 'new Set()'],
  ['range', 'Array.from({length: n}, (_, i) => i)'],
  ['enumerate', 'list.entries()'],
  ['zip', 'list.map((one, i) => [one, other[i]])'],
  ['sorted', 'list.toSorted((a, b) => ...)'],
  ['reversed', 'list.toReversed()'],
  ['sum', 'list.reduce((sum, one) => sum + one, 0)'],
  ['min', 'Math.min(...list)'],
  ['max', 'Math.max(...list)'],
  ['abs', 'Math.abs(number)'],
  ['round', 'Math.round(number)'],
  ['any', 'list.some(...)'],
  ['all', 'list.every(...)'],
  ['isinstance', 'typeof value, or Array.isArray(value)'],
  ['json', 'JSON.stringify(value); answers are parsed already'],
  ['re', 'a RegExp, as in /\\d+/.exec(text)'],
  ['math', 'Math'],
  ['time', 'await sleep(ms) and Date.now()'],
  ['datetime', 'new Date()'],
  ['timedelta', 'milliseconds, as in new Date(Date.now() - 86400000)'],
  ['asyncio', 'await sleep(ms), or await Promise.all([...])'],
]

const methods: Readonly<Record<string, string>> = {
  append: 'list.push(value)',
  extend: 'list.push(...values)',
  strip: 'text.trim()',
  lower: 'text.toLowerCase()',
  upper: 'text.toUpperCase()',
  startswith: 'text.startsWith(...)',
  endswith: 'text.endsWith(...)',
  items: 'Object.entries(object)',
  size: 'list.length',
  isoformat: 'date.toISOString()',
  strftime: 'date.toISOString().slice(0, 10)',
}

/** The hint for a line in which a method is missing: that of JavaScript for one of another language; `undefined`: none is known. */
const hintForMethod = (line: string): string | undefined => {
  if (/\bcall\.[\w$]+\b/.test(line)) return "an action is called by await call('provider', 'action', {...})"
  const hints = [...line.matchAll(/\.([a-z]+)\(/g)].flatMap(([, name = '']) => {
    const instead = Object.hasOwn(methods, name) ? methods[name] : undefined
    return instead === undefined ? [] : [`in JavaScript ${name} is ${instead}`]
  })
  return hints.length === 1 ? hints[0] : undefined
}

/** The longest line of the code that a message quotes. */
const longestLine = 120

/** The message with the line of the code that it names, and a hint where that line has a method of another language. */
export const quoteLine = (message: string, code: string): string =>
  message.replace(/ \(line (\d+)\)/, (whole, number) => {
    const line = code.split('\n')[Number(number) - 1]?.trim().slice(0, longestLine)
    if (!line) return whole
    const isMissing = /^TypeError: (?:not a function|cannot read property)/.test(message)
    const hint = isMissing ? hintForMethod(line) : undefined
    return `${whole.slice(0, -1)}: ${line})${hint ? `; ${hint}` : ''}`
  })
