import { vendorMarks } from './marks.ts'
import css from './provider-mark.module.css'

interface Props {
  /** The provider's id. */
  readonly id: string
  readonly isLarge?: boolean
}

/** The vendor's mark in the colour of the text, or the provider's first letter. Its name stands beside it. */
export const ProviderMark = ({ id, isLarge }: Props) => {
  const mark = Object.hasOwn(vendorMarks, id) ? vendorMarks[id] : undefined
  return (
    <span className={isLarge ? `${css.tile} ${css.large}` : css.tile} aria-hidden="true">
      {mark === undefined ? (
        <span className={css.letter}>{id.charAt(0).toUpperCase()}</span>
      ) : (
        <span className={css.mark} style={{ maskImage: `url("${mark}")` }} />
      )}
    </span>
  )
}
