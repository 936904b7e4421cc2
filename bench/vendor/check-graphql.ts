import { join } from 'node:path'
import type { Domain } from '@patchbay/core/schema'
import { buildClientSchema, buildSchema, type GraphQLSchema, getVariableValues, Kind, parse, validate } from 'graphql'
import { placeKey } from '../../core/upstream/idempotency.ts'
import { actionsOf } from '../../test/domain-of.ts'
import type { Verdict } from './check-vendor.ts'
import { createFails } from './fails.ts'
import { samplesOf } from './samples.ts'
import type { Vendor } from './vendor.ts'

/** The schema in a text of GraphQL's own language, or in the answer to an introspection. */
const schemaOf = (text: string): GraphQLSchema =>
  text.startsWith('{') ? buildClientSchema(JSON.parse(text).data) : buildSchema(text)

/** The fields of the query or mutation that an action's document asks for. */
const asked = (text: string): string[] =>
  parse(text).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
      : [],
  )

/** The faults of a request's variables, by the types that the document declares for them. */
const variableFaults = (
  schema: GraphQLSchema,
  text: string,
  body: unknown,
  codes: readonly string[] = [],
): string[] => {
  const [operation] = parse(text).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return ['the document holds no operation']
  const declared = operation.variableDefinitions ?? []
  const { variables } = body as { readonly variables: Readonly<Record<string, unknown>> }
  const unknown = Object.keys(variables).filter(
    (name) => variables[name] !== undefined && !declared.some(({ variable }) => variable.name.value === name),
  )
  const { errors = [] } = getVariableValues(schema, declared, variables)
  return [
    ...unknown.map((name) => `the document declares no variable ${name}`),
    ...errors.map(({ message }) => message).filter((one) => !codes.some((code) => one.includes(`in "${code}" enum`))),
  ]
}

/**
 * Validates each action's document against the vendor's schema, and the variables of its requests against the types that the document
 * declares. Nothing is sent, as no mock is needed for that. Rejects when the schema can't be read.
 */
export const checkGraphql = async (vendor: Vendor, domain: Domain, folder: string): Promise<Verdict> => {
  const [source] = vendor.documents
  const schema = schemaOf(await Bun.file(join(folder, source?.file ?? '')).text())
  const fails = createFails()
  const operations = new Set<string>()
  let calls = 0
  const actions = actionsOf(domain)
  for (const [name, action] of actions) {
    const text = action.definition?.graphql
    if (text === undefined) {
      fails.add(name, 'has no GraphQL document')
      continue
    }
    for (const { message } of validate(schema, parse(text))) fails.add(name, message)
    for (const field of asked(text)) operations.add(field)
    for (const parameters of samplesOf(action, vendor.settings)) {
      calls += 1
      const request = action.request(parameters, { settings: vendor.settings ?? {} })
      const { body } = placeKey(request, action, 'a-key')
      for (const fault of variableFaults(schema, text, body, vendor.codes)) fails.add(name, fault, parameters)
    }
  }
  return {
    vendor: vendor.id,
    documents: vendor.documents.map(({ file }) => file),
    actions: actions.length,
    withoutOperation: [],
    operations: operations.size,
    calls,
    fails: fails.all(),
  }
}
