import { type ReactNode, useId } from 'react'
import css from './field.module.css'

/** The attributes that tie a control to its label, its help and its problem. */
export interface FieldIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

interface Props {
  readonly label: string
  readonly help?: ReactNode
  readonly problem?: string | undefined
  readonly children: (field: FieldIds) => ReactNode
}

/** A labelled control; a problem with its value is shown below it and read out. */
export const LabelledField = ({ label, help, problem, children }: Props) => {
  const id = useId()
  const described = [help !== undefined && `${id}-help`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': problem !== undefined || undefined,
      })}
      {help !== undefined && (
        <p id={`${id}-help`} className={css.help}>
          {help}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
