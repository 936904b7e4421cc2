import { withoutNulls } from '../encoding/without-nulls.ts'
import { invalid } from '../errors.ts'
import { encodeSegment, type Path } from '../provider/request/path.ts'
import type { SliceParameter } from './slice/slice.ts'

/** A parameter of a path, with the name by which callers give it. */
type PathParameter = Pick<SliceParameter, 'style' | 'explode'> & { readonly name: string; readonly as: string }

type Scalar = string | number | bigint | boolean

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'

/** The parts of a list or an object before they are joined: `[value]` or `[name, value]`. */
const toParts = (value: unknown): readonly (readonly unknown[])[] => {
  if (isScalar(value)) return [[value]]
  return Array.isArray(value) ? value.map((item) => [item]) : Object.entries(Object(value))
}

/** The ways in which the styles of a path (OpenAPI 3.1, "Style Examples"; 2.0, `collectionFormat`) join parts. */
const forms = {
  simple: { before: '', join: ',', exploded: ',' },
  label: { before: '.', join: ',', exploded: '.' },
  matrix: { before: ';', join: ',', exploded: ';' },
  space: { before: '', join: '%20', exploded: '%20' },
  pipe: { before: '', join: '%7C', exploded: '%7C' },
  tab: { before: '', join: '%09', exploded: '%09' },
} as const

const chooseForm = (style: PathParameter['style']): (typeof forms)[keyof typeof forms] =>
  style !== undefined && style in forms ? forms[style as keyof typeof forms] : forms.simple

const written = ({ name, as, style, explode }: PathParameter, parameter: unknown): string => {
  const place = `/${name}`
  const value = withoutNulls(parameter)
  if (value === undefined && parameter !== undefined) throw invalid(place, "null can't be part of a path")
  const encoded = (part: unknown): string =>
    encodeSegment(isScalar(part) ? part.toString() : JSON.stringify(part), place)
  if (style === 'json') return encoded(JSON.stringify(value))
  // Each segment is encoded by itself, so that no segment leads out of the path.
  if (style === 'reserved') return String(value).split('/').map(encoded).join('/')
  const { before, join, exploded } = chooseForm(style)
  const parts = toParts(value)
  if (parts.length === 0) return encoded('')
  const key = encodeURIComponent(as)
  const isList = parts[0]?.length === 1
  if (explode) {
    const pairs = parts.map((part) => part.map(encoded).join('='))
    return before + pairs.map((pair) => (style === 'matrix' && isList ? `${key}=${pair}` : pair)).join(exploded)
  }
  const text = parts.flatMap((part) => part.map(encoded)).join(join)
  return style === 'matrix' ? `${before}${key}=${text}` : before + text
}

/**
 * The path of an operation as a function of its parameters; `template` has the document's names in braces. It throws
 * VALIDATION_ERROR at the parameter whose value is empty, `.` or `..`, or can't be encoded.
 */
export const createPath = (
  prefix: string,
  template: string,
  parameters: readonly PathParameter[],
): ((values: Readonly<Record<string, unknown>>) => Path) => {
  const byName = new Map(parameters.map((parameter) => [parameter.as, parameter]))
  const pieces = template.split(/\{([^{}]*)\}/)
  return (values) => {
    const path = pieces.map((piece, index) => {
      const parameter = index % 2 === 0 ? undefined : byName.get(piece)
      return parameter ? written(parameter, values[parameter.name]) : piece
    })
    return `${prefix}${path.join('')}` as Path
  }
}
