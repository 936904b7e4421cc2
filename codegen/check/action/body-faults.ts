import { type AnyAction, type Encoding, placeParameters } from '@patchbay/core/provider'
import { type Fault, faultsAt } from '../faults/fault.ts'

/** The faults of an action's body: parameters that its encoding can't write. */
export const bodyFaults = (action: AnyAction, usual: Encoding, inRoute: readonly string[]): Fault[] => {
  const { definition, params, route } = action
  if (definition === undefined) return []
  const encoding = definition.encoding ?? usual
  const [method = ''] = route.split(' ')
  const inBody = placeParameters({ method, names: inRoute }, Object.keys(params), definition).filter(
    ({ place }) => place === 'body',
  )
  return [
    ...faultsAt(['wrap'], definition.wrap === undefined ? [] : wrapFaults(definition, encoding, inBody.length > 0)),
    // The body that `request` builds is only known once it is called.
    ...(definition.request === undefined
      ? inBody.flatMap(({ name }) => faultsAt(['params', name], typeFaults(name, Object(params)[name], encoding)))
      : []),
  ]
}

const wrapFaults = ({ request, graphql }: AnyAction['definition'], encoding: Encoding, hasBody: boolean): string[] => {
  if (graphql !== undefined)
    return ["`wrap` can't be used with `graphql`, whose body is the document and its variables: remove it"]
  if (encoding !== 'json' && encoding !== 'form') {
    return [`\`wrap\` can't be used with the encoding ${encoding}, whose body has no members: remove it`]
  }
  return hasBody || request !== undefined
    ? []
    : ['`wrap` would be empty, because no parameter goes to the body: remove it']
}

/** Callers send its id, or an object of a media type and the bytes in base64. */
const isFile = (schema: unknown): boolean => {
  const { anyOf, properties } = Object(schema) as Readonly<Record<string, unknown>>
  const { media_type, content } = Object(properties) as Readonly<Record<string, unknown>>
  return (media_type !== undefined && content !== undefined) || (Array.isArray(anyOf) && anyOf.some(isFile))
}

const isText = (schema: unknown): boolean => {
  const { type, anyOf, enum: values } = Object(schema) as Record<string, unknown>
  if (Array.isArray(anyOf)) return anyOf.every(isText)
  return type === 'string' || (Array.isArray(values) && values.every((value) => typeof value === 'string'))
}

/** The faults of a parameter in a body of this encoding. */
const typeFaults = (name: string, schema: unknown, encoding: Encoding): string[] => {
  const what = `the parameter \`${name}\``
  switch (encoding) {
    case 'multipart':
      return []
    case 'bytes':
      return isFile(schema)
        ? []
        : [
            `${what} is the whole body with the encoding bytes, but not a file: make it with \`file\`, or write encoding: 'text'`,
          ]
    case 'text':
      return isText(schema)
        ? []
        : [
            isFile(schema)
              ? `${what} is a file, which the encoding text can't hold: write encoding: 'bytes'`
              : `${what} is the whole body with the encoding text, but not a text: make it with \`text\`, or choose another encoding`,
          ]
    default:
      return isFile(schema)
        ? [
            `${what} is a file, which JSON and forms can't hold: write encoding: 'multipart' or 'bytes', or build the body with \`request\``,
          ]
        : []
  }
}
