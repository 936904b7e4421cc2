import { contrast } from './brand-colors.ts'
import { type Html, html } from './html.ts'
/**
 * The marks of vendors by the ids of providers, from simple-icons: those that it lists without a licence of their own. The shapes are CC0;
 * the marks stay their owners'. Other providers have a letter.
 */
import marks from './vendor-marks.json' with { type: 'json' }

type VendorId = keyof typeof marks

const isVendorId = (id: string): id is VendorId => Object.hasOwn(marks, id)

/** The grounds of letters; white can be read on each. */
const letterGrounds = ['#3b5bdb', '#0b6a7a', '#2b7a3e', '#a61e4d', '#862e9c', '#6b4a36'] as const

const chooseGround = (id: string): string => {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return letterGrounds[sum % letterGrounds.length] ?? letterGrounds[0]
}

/** The first letter of a name, in capitals. */
export const findInitial = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toUpperCase()

/** A square with rounded corners. Colours are attributes of the drawing, which the pages' policy allows. */
const tile = (ground: string, content: Html): Html =>
  html`<svg class="tile" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><rect width="48" height="48" rx="11" fill="${ground}"/>${content}</svg>`

const letterTile = (id: string, name: string): Html =>
  tile(
    chooseGround(id),
    html`<text x="24" y="25" fill="#ffffff" text-anchor="middle" dominant-baseline="central">${findInitial(name)}</text>`,
  )

const markTile = (id: VendorId): Html => {
  const { color, path } = marks[id]
  const ink = contrast(color, '#ffffff') < 2 ? '#14171c' : '#ffffff'
  return tile(color, html`<path transform="translate(12 12)" fill="${ink}" d="${path}"/>`)
}

/** The vendor's mark on its own colour, or the first letter of its name. The name stands beside it. */
export const providerMark = ({ id, title }: { readonly id: string; readonly title: string }): Html =>
  isVendorId(id) ? markTile(id) : letterTile(id, title)

/** A letter for a name without a mark, such as an application's. */
export const nameMark = (name: string): Html => letterTile(name, name)
