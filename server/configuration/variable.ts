import Type from 'typebox'
import { readInteger } from './read-value.ts'

/** One environment variable: how it is explained, read from its text, and checked. */
export interface Variable<S extends Type.TSchema> {
  readonly name: string
  /** The default as text, read like a value of the environment; `null`: no default, and the value is `null`. */
  readonly fallback: string | null
  /** The default as the table shows it, if `fallback` doesn't explain it. */
  readonly unset?: string
  readonly meaning: string
  readonly allowed: string
  /** The value is never shown. */
  readonly secret?: true
  readonly schema: S
  /** Makes a value for `schema` from the text; throws when it can't. */
  read(text: string): unknown
}

/** A variable of any type, as the table and the reader handle it. */
export type AnyVariable = Variable<Type.TSchema>

/** Declares a variable. */
export const variable = <const S extends Type.TSchema>(definition: Variable<S>): Variable<S> => definition

/** The schema of a value that may be `null`. */
export const orUnset = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** A limit for each IP address. */
export const perAddress = (name: string, fallback: string, what: string) =>
  variable({
    name,
    fallback,
    meaning: `${what}, per IP address; 0 turns the limit off`,
    allowed: 'a whole number from 0 to 1000000',
    schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    read: readInteger,
  })

/** A size in bytes. */
export const bytes = (name: string, fallback: string, meaning: string, maximum = 2 ** 30) =>
  variable({
    name,
    fallback,
    meaning,
    allowed: `bytes, a whole number from 1024 to ${maximum}`,
    schema: Type.Integer({ minimum: 1024, maximum }),
    read: readInteger,
  })
