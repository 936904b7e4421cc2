import type { ButtonHTMLAttributes, Ref } from 'react'
import css from './button.module.css'
import { Icon, type IconShape } from './inline/icon.tsx'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>
  /** The next step of the screen or the form: there is one. */
  readonly isMain?: boolean
  /** Opens a question whose answer can't be taken back. */
  readonly isDanger?: boolean
  /** True for the button that gives that answer. */
  readonly isFinal?: boolean
  /** Without a border, beside other content. */
  readonly isQuiet?: boolean
  readonly isBusy?: boolean
  readonly icon?: IconShape
  /** The key that presses it, as people read it. */
  readonly keyName?: string
}

export const Button = (props: Props) => {
  const { isMain, isDanger, isFinal, isQuiet, isBusy, icon, keyName, disabled, type = 'button', ...more } = props
  const { children, ...rest } = more
  const looks = [isMain && css.main, isDanger && css.danger, isFinal && css.final, isQuiet && css.quiet]
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      className={[css.button, ...looks].filter(Boolean).join(' ')}
    >
      {icon && <Icon shape={icon} />}
      {children}
      {keyName && (
        <span aria-hidden="true">
          <kbd>{keyName}</kbd>
        </span>
      )}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly label: string
  readonly icon: IconShape
}

/** A button with a drawing alone; its name is read out, and shown when it is pointed at. */
export const IconButton = ({ label, icon, ...rest }: IconButtonProps) => (
  <button type="button" aria-label={label} title={label} {...rest} className={css.icon}>
    <Icon shape={icon} />
  </button>
)

/** Classes that make links look like buttons. */
export const buttonClass = css.button
export const mainButtonClass = `${css.button} ${css.main}`
export const iconButtonClass = css.icon
