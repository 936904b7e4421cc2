import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import css from './check-field.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Applies at once, as a switch does. */
  readonly isSwitch?: boolean
}

/** A box with its label, and what it means. */
export const CheckField = ({ label, help, isSwitch, ...rest }: Props) => {
  const id = useId()
  return (
    <div className={css.field}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        role={isSwitch ? 'switch' : undefined}
        className={isSwitch ? css.switch : undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && (
          <p id={`${id}-help`} className={css.help}>
            {help}
          </p>
        )}
      </div>
    </div>
  )
}
