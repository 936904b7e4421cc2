/** A JSON Schema of the OpenAPI document, as far as answers of the admin API use it. */
export interface AnswerSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly anyOf?: readonly AnswerSchema[]
  readonly oneOf?: readonly AnswerSchema[]
  readonly items?: AnswerSchema
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly additionalProperties?: AnswerSchema | boolean
}

/** Twice as wide as it is long, with spaces and without. */
const wide = '株式会社パッチベイの窓口 はとても長い名前の会社です Zoë & Söhne'

const longest = (values: readonly unknown[]): unknown => values.toSorted((a, b) => `${b}`.length - `${a}`.length)[0]

const isNull = ({ type }: AnswerSchema): boolean => type === 'null'

const isId = (name: string): boolean => /(^|_)id$|^(tenant|provider|account|name|action)$/.test(name)

/** Answers of the schemas, each as long as it may well be: two rows a list, texts of wide characters, and no id twice. */
export const sampleAnswers = (schemas: Readonly<Record<string, AnswerSchema>>) => {
  let ids = 0
  const sampleText = (name: string, format: string | undefined): string => {
    if (format === 'date-time') return new Date(Date.now() - 86_400_000 * 41).toISOString()
    if (!isId(name)) return wide
    ids += 1
    const number = String(ids).padStart(12, '0')
    // Ids that people choose have some twenty characters; all others are as long as a UUID.
    return /^(tenant|provider|account|name|action)/.test(name)
      ? `sample-${number}`
      : `0199e1a0-7c1b-7d3e-8a55-${number}`
  }
  const sample = (schema: AnswerSchema, name = ''): unknown => {
    const { $ref, type, format, properties, additionalProperties } = schema
    if ($ref !== undefined) return sample(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return longest(schema.enum)
    const choice = (schema.anyOf ?? schema.oneOf)?.find((each) => !isNull(each))
    if (choice) return sample(choice, name)
    const kind = Array.isArray(type) ? type.find((each) => each !== 'null') : type
    if (kind === 'array') return [sample(schema.items ?? {}, name), sample(schema.items ?? {}, name)]
    if (kind === 'string') return sampleText(name, format)
    if (kind === 'integer' || kind === 'number') return name.includes('expires') ? 1_895_348_800 : 12_345_678
    if (kind === 'boolean') return true
    if (kind !== 'object') return null
    const members = Object.entries(properties ?? {}).map(([member, each]) => [member, sample(each, member)] as const)
    const more = typeof additionalProperties === 'object' ? { sample: sample(additionalProperties, 'sample') } : {}
    return { ...more, ...Object.fromEntries(members) }
  }
  return sample
}
