import { type ShownPiece, showText, splitText } from '@patchbay/core/shown-text'

/** Text that is already HTML. A template escapes every other value. */
export interface Html {
  readonly html: string
}

type Part = Html | string | readonly Html[]

/** The place of a value: `data` is an attribute, which a form sends back unchanged; in `text` there are no elements. */
type Place = 'element' | 'data' | 'text'

const titles: Readonly<Record<ShownPiece['kind'], string>> = {
  plain: '',
  hidden: 'an invisible character',
  foreign: 'a letter of another alphabet than its word',
  backslash: 'a backslash',
}

const renderPiece = ({ kind, text }: ShownPiece): string =>
  kind === 'plain' ? Bun.escapeHTML(text) : `<mark title="${titles[kind]}">${Bun.escapeHTML(text)}</mark>`

/** A text of somebody else, with its escapes marked. */
export const shownHtml = (pieces: readonly ShownPiece[]): Html => ({ html: pieces.map(renderPiece).join('') })

const renderText = (text: string, place: Place): string => {
  if (place === 'data') return Bun.escapeHTML(text)
  return place === 'text' ? Bun.escapeHTML(showText(text)) : shownHtml(splitText(text)).html
}

const renderPart = (part: Part, place: Place): string => {
  if (typeof part === 'string') return renderText(part, place)
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

/** Finds the place of a value by the template text before it. */
const findPlace = (before: string): Place => {
  const tag = before.lastIndexOf('<')
  if (tag > before.lastIndexOf('>')) return 'data'
  return /^<(title|textarea|option)\b/.test(before.slice(tag)) ? 'text' : 'element'
}

const cachedPlaces = new WeakMap<TemplateStringsArray, readonly Place[]>()

/** The places of a template's values, computed once. */
const findPlaces = (strings: TemplateStringsArray): readonly Place[] => {
  const cached = cachedPlaces.get(strings)
  if (cached) return cached
  const places = strings.map((_, index) => findPlace(strings.slice(0, index + 1).join('')))
  cachedPlaces.set(strings, places)
  return places
}

/**
 * A template whose values are escaped, for element content and quoted attributes. In content, characters of a value that nobody would
 * see are shown as marked escapes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => {
  const places = findPlaces(strings)
  return {
    html: strings
      .map(
        (string, index) =>
          string + (index < parts.length ? renderPart(parts[index] ?? '', places[index] ?? 'element') : ''),
      )
      .join(''),
  }
}
