import type { ButtonHTMLAttributes } from 'react'
import css from './button.module.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly isMain?: boolean
  readonly isDanger?: boolean
  readonly isBusy?: boolean
}

export const Button = ({ isMain, isDanger, isBusy, disabled, type = 'button', ...rest }: Props) => (
  <button
    {...rest}
    type={type}
    disabled={disabled || isBusy}
    aria-busy={isBusy}
    className={[css.button, isMain && css.main, isDanger && css.danger].filter(Boolean).join(' ')}
  />
)

/** Classes that make links look like buttons. */
export const buttonClass = css.button
export const mainButtonClass = `${css.button} ${css.main}`
