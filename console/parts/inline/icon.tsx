import type { LucideIcon } from 'lucide-react'
import css from './icon.module.css'

export type IconShape = LucideIcon

interface Props {
  readonly shape: IconShape
  readonly size?: 14 | 16 | 20
}

/** A drawing beside a word, which says the same: screen readers skip it. */
export const Icon = ({ shape: Shape, size = 16 }: Props) => (
  <Shape size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" className={css.icon} />
)
