/** A colour of CSS, `#rrggbb`. */
type Hex = string

/** The colours of the operator's pages that follow from the brand's, on a light and on a dark ground. */
export interface BrandColors {
  /** The ground of the main button. */
  readonly fill: Hex
  /** The text of the main button. */
  readonly onFill: Hex
  /** Links, borders and the focus mark. */
  readonly accent: { readonly light: Hex; readonly dark: Hex }
}

/** The darkest ground of the light pages, and the lightest of the dark ones. */
const grounds = { light: '#f3f4f7', dark: '#1b1f25' }
const [black, white] = ['#000000', '#ffffff']

/** WCAG 2.2, success criterion 1.4.3. */
const readable = 4.5

const readChannels = (color: Hex): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: Hex): number => {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, 1 to 21. */
export const contrast = (one: Hex, other: Hex): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const mix = (color: Hex, into: Hex, share: number): Hex => {
  const target = readChannels(into)
  const mixed = readChannels(color).map((channel, at) => Math.round(channel + ((target[at] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The colour, or the nearest on its way to `towards` that can be read on `ground`. */
const makeReadable = (color: Hex, ground: Hex, towards: Hex): Hex => {
  const shades = Array.from({ length: 21 }, (_, step) => mix(color, towards, step / 20))
  return shades.find((shade) => contrast(shade, ground) >= readable) ?? towards
}

/** The colours that a brand's colour leads to; text on and in them can be read, whichever colour it is. */
export const deriveBrandColors = (color: Hex): BrandColors => ({
  fill: color,
  onFill: contrast(color, white) >= readable ? white : black,
  accent: { light: makeReadable(color, grounds.light, black), dark: makeReadable(color, grounds.dark, white) },
})
