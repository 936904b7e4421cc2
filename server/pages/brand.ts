import { deriveBrandColors } from './brand-colors.ts'
import { buildStyleSheet, type StyleSheet } from './style-sheet.ts'

/** The look of the operator's pages, and their name for the gateway. */
export interface Brand {
  readonly name: string
  readonly hasLogo: boolean
  readonly styleSheet: StyleSheet
}

/** `brandLogo`: the logo; `null`: there is none. `brandColor`: `null`: the product's own. */
export const buildBrand = ({
  brandName,
  brandLogo,
  brandColor,
}: {
  readonly brandName: string
  readonly brandLogo: object | null
  readonly brandColor: string | null
}): Brand => ({
  name: brandName,
  hasLogo: brandLogo !== null,
  styleSheet: buildStyleSheet(brandColor === null ? undefined : deriveBrandColors(brandColor)),
})
