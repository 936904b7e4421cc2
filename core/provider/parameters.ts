import Type from 'typebox'

/** The parameters of an action by name. */
export type Params = Readonly<Record<string, Type.TSchema>>
export type ParamsOf<P extends Params> = Type.Static<Type.TObject<P>>

/**
 * A text of 1 to `max` characters.
 * @example text(256, 'The title')
 */
export const text = (max: number, description: string): Type.TString =>
  Type.String({ minLength: 1, maxLength: max, description })

/**
 * A text that fits a pattern, which must be anchored, and is at most `max` characters long.
 * @example pattern('^[a-z]{3}$', 3, 'Three-letter ISO code in lower case, e.g. usd')
 */
export const pattern = (source: string, max: number, description: string): Type.TString =>
  Type.String({ pattern: source, maxLength: max, description })

/**
 * A whole number, from 1 unless `min` says otherwise.
 * @example integer('Number of the issue')
 * @example integer('How many to skip', { min: 0, max: 10_000 })
 */
export const integer = (
  description: string,
  { min = 1, max }: { readonly min?: number; readonly max?: number } = {},
): Type.TInteger => Type.Integer({ minimum: min, ...(max !== undefined && { maximum: max }), description })

/**
 * Yes or no.
 * @example flag('Whether to leave archived ones out')
 */
export const flag = (description: string): Type.TBoolean => Type.Boolean({ description })

/**
 * One of some texts.
 * @example choice(['open', 'closed', 'all'], 'Only those in this state; left out: open')
 */
export const choice = <const V extends readonly string[]>(values: V, description: string): Type.TEnum<[...V]> =>
  Type.Enum([...values], { description }) as Type.TEnum<[...V]>

/**
 * A list, always bounded.
 * @example list(text(100, 'Name of a label'), { min: 1, max: 100, description: 'Names of labels' })
 */
export const list = <const S extends Type.TSchema>(
  item: S,
  { min, max, description }: { readonly min?: number; readonly max: number; readonly description?: string },
): Type.TArray<S> =>
  Type.Array(item, {
    ...(min !== undefined && { minItems: min }),
    maxItems: max,
    ...(description !== undefined && { description }),
  })

/**
 * An object with these members and no others.
 * @example object({ gte: optional(integer('At or after')) }, 'When the object was created, in Unix seconds')
 */
export const object = <const P extends Type.TProperties>(members: P, description?: string): Type.TObject<P> =>
  Type.Object(members, { additionalProperties: false, ...(description !== undefined && { description }) })

/**
 * Values by names that the caller chooses.
 * @example record(Type.String({ maxLength: 500 }), { max: 50, description: 'Notes of your own by name' })
 */
export const record = <const S extends Type.TSchema>(
  value: S,
  { max, description }: { readonly max: number; readonly description: string },
): Type.TRecord<'^.*$', S> => Type.Record(Type.String(), value, { maxProperties: max, description })

/** RFC 6838, section 4.2. The registered names before the slash have at most 11 characters. */
export const mediaTypePattern = '^[A-Za-z0-9!#$&^_.+-]{1,40}/[A-Za-z0-9!#$&^_.+-]{1,127}$'

export const fileNamePattern = '^[^/\\\\\\x00-\\x1f]+$'
export const longestFileName = 255

/** The ids of files that were sent before. */
export const fileIdPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$'

/**
 * A file of at most `max` bytes; the action's `encoding` is then `multipart` or `bytes`. Callers send it before, and name it by its id
 * (docs/files.md), or in base64, with its media type: then it is part of the call's body, and so no larger than three quarters of
 * `MAX_BODY_BYTES`: 786,000 bytes unless the operator sets a larger one.
 * @example file(500_000, 'The picture')
 */
export const file = (max: number, description: string) =>
  Type.Union(
    [
      object({ file_id: pattern(fileIdPattern, 36, 'Id of a file that was sent before') }),
      object({
        filename: optional(pattern(fileNamePattern, longestFileName, 'Name of the file')),
        media_type: pattern(mediaTypePattern, 127, 'Its media type, e.g. image/png'),
        content: pattern('^[A-Za-z0-9+/]*={0,2}$', Math.ceil(max / 3) * 4, 'Its bytes in base64'),
      }),
    ],
    { description },
  )

/**
 * A value that `null` clears at the vendor.
 * @example optional({ due: clearable(text(30, 'When it is due')) })
 */
export const clearable = <const S extends Type.TSchema>(schema: S): Type.TUnion<[S, Type.TNull]> => {
  const { description = 'The value' } = schema as { readonly description?: string }
  return Type.Union([schema, Type.Null()], { description: `${description}; null clears it` })
}

type Optionals<P extends Params> = { readonly [Name in keyof P]: Type.TOptional<P[Name]> }

/**
 * Makes parameters optional: one schema, or several by name.
 * @example params: { item_id, ...optional({ title, tags }) }
 * @example object({ gte: optional(integer('At or after')), lt: optional(integer('Before')) }, 'Unix seconds')
 */
export function optional<const S extends Type.TSchema & { readonly '~kind': string }>(schema: S): Type.TOptional<S>
export function optional<const P extends Params>(schemas: P): Optionals<P>
export function optional(schemas: Type.TSchema | Params): unknown {
  if ('~kind' in schemas) return Type.Optional(schemas)
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)]))
}
