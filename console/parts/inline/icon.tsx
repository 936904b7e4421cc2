import { createElement } from 'react'
import css from './icon.module.css'
import type { Plus } from './shapes.ts'

/** The elements of a drawing of 24 by 24. */
export type IconShape = typeof Plus

interface Props {
  readonly shape: IconShape
  readonly size?: 14 | 16 | 20
}

/** A drawing beside a word, which says the same: screen readers skip it. */
export const Icon = ({ shape, size = 16 }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    className={css.icon}
  >
    {shape.map(([tag, attributes]) => createElement(tag, { key: JSON.stringify(attributes), ...attributes }))}
  </svg>
)
