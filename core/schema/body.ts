import Type from 'typebox'
import type { AnyAction } from '../provider/index.ts'

/** Members of a body that belong to the gateway: no action has a parameter of that name. */
export const reservedParameters = ['action', 'account_id', 'continuation', 'result_fields'] as const

/** Ids of tenants and accounts. */
export const idPattern = '^[a-z0-9][a-z0-9_-]{0,63}$'

/** The exact schema of a REST body for one action: unknown members are refused. */
export const bodySchema = (name: string, action: AnyAction): Type.TObject =>
  Type.Object(
    {
      action: Type.Literal(name),
      account_id: Type.Optional(Type.String({ pattern: idPattern })),
      ...(action.params as Record<string, Type.TSchema>),
    },
    { additionalProperties: false },
  )
