import css from './badge.module.css'

export type Tone = 'good' | 'wrong' | 'warn' | 'plain'

/** A state as a word; the colour only helps. */
export const Badge = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) => (
  <span className={`${css.badge} ${css[tone] ?? ''}`}>{children}</span>
)
