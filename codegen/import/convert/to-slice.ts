import type { Slice, SliceAction } from '@patchbay/core/imported'
import { sentence } from '../read/describe.ts'
import { createLeftOutList, type LeftOut } from '../read/left-out.ts'
import { below, type Node, toNode } from '../read/node.ts'
import { type Operation, readOperations } from '../read/operations.ts'
import { findUsualServer, otherOrigin, readServer } from '../read/servers.ts'
import { readAccept } from './accept.ts'
import { describeAnswerType } from './answer-type.ts'
import { readAnswerKind } from './answers.ts'
import { convertBody } from './body.ts'
import { describeOperation, isDeprecated } from './describe-operation.ts'
import { createGroups } from './groups.ts'
import { convertParameters, type ParameterParts } from './operation-parameters.ts'
import { nameParameters } from './parameters.ts'
import { createSchemas } from './schemas/schemas.ts'
import { shareSchemas } from './schemas/share.ts'
import { findBodyCredentials } from './secrets/body-credentials.ts'
import { createRefusal, isOpen } from './secrets/credentials.ts'
import { isSecretOperation, type SecretChoices } from './secrets/secret-choices.ts'
import { createSecretMembers } from './secrets/secret-members.ts'
import { isAct, isCommand } from './words/acts.ts'
import { nameOperations } from './words/names.ts'

/** Decisions of an earlier import or of the author. */
export interface Decided {
  /** The provider's id, which precedes the names of actions in tools. */
  readonly id: string
  /** Names of actions by their operation (`GET /tasks`). */
  readonly names?: ReadonlyMap<string, string>
  /** Names that the document's actions can't have, because they are taken. */
  readonly taken?: readonly string[]
  /** Names of parameters by place and the document's name (`query id`), by the operation of their action. */
  readonly parameters?: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Parameters (`query token`) that look like credentials and aren't. */
  readonly plain?: ReadonlySet<string>
  /** Members of bodies (`body token`) that are credentials, although operations require them. */
  readonly withheld?: ReadonlySet<string>
  /** Operations that only read, although their method says otherwise. */
  readonly reads?: ReadonlySet<string>
  /** The answer to whether members that look like credentials are credentials, by `auth_token` or by the operation. */
  readonly secrets?: SecretChoices
  /** Other origins than the document's, of servers of single operations, to which the credential is sent. */
  readonly servers?: ReadonlySet<string>
  /** Callers don't get deprecated actions, unless the overlay keeps them. */
  readonly hidesDeprecated?: boolean
}

/** An action and the operation that it was made of. */
export interface Imported {
  readonly name: string
  readonly operation: Operation
  readonly action: SliceAction
  /** The credentials that the document has as parameters, and callers don't: `query token`, `body api_key`. */
  readonly credentials: readonly string[]
  /** Credentials in the body that callers fill in, because the operation requires them: `body access_token`. */
  readonly callerCredentials: readonly string[]
  /** The members of its answer that hold credentials, by their names. */
  readonly secretMembers: readonly string[]
  /** The origin of its own server, if it isn't the document's and the operation takes a credential. */
  readonly elsewhere?: string
}

export interface Result {
  readonly slice: Slice
  readonly actions: readonly Imported[]
  readonly leftOut: readonly LeftOut[]
}

/** The room that `<id>_<action>` has in the name of a tool. */
const longestToolName = 64

/** Makes a slice of a document in OpenAPI 3. Never throws, whatever the document says: it leaves out what can't be read. */
export const toSlice = (root: Node, decided: Decided): Result => {
  const leftOut = createLeftOutList()
  const schemas = createSchemas(root, leftOut)
  const operations = readOperations(root, leftOut)
  const server = findUsualServer(root)?.url ?? null
  const names = nameOperations(
    operations,
    decided.names ?? new Map(),
    longestToolName - 1 - decided.id.length,
    decided.taken,
  )
  const groups = createGroups(root)
  const refusal = createRefusal(root, operations, decided.plain ?? new Set())
  const bodyCredentials = findBodyCredentials(root, operations)
  const findSecretMembers = createSecretMembers(root)
  const imported = operations.map((operation): Imported => {
    const name = names.get(operation.key) ?? operation.key
    const { action, ...rest } = convertOperation(
      { root, server, schemas, leftOut, refusal, bodyCredentials, decided },
      operation,
      name,
    )
    const secretMembers = findSecretMembers(operation)
    const isSecret = isSecretOperation(operation.key, secretMembers, decided.secrets)
    return {
      name,
      operation,
      secretMembers,
      ...rest,
      action: { ...action, group: groups.of(operation), ...(isSecret && { secret: true as const }) },
    }
  })
  const slice = {
    title: sentence(toNode(root.info).title, 80) || decided.id,
    server,
    ...(decided.hidesDeprecated &&
      imported.some(({ action }) => action.deprecated) && { hidesDeprecated: true as const }),
    groups: groups.all(),
    ...shareSchemas(Object.fromEntries(imported.map(({ name, action }) => [name, action])), schemas.all()),
    ...(schemas.linear().length > 0 && { linear: schemas.linear() }),
  }
  return { slice, actions: imported, leftOut: leftOut.all }
}

interface Parts extends ParameterParts {
  /** The server that calls go to. */
  readonly server: string | null
  readonly bodyCredentials: ReturnType<typeof findBodyCredentials>
  readonly decided: Decided
}

type Made = { readonly action: Omit<SliceAction, 'group'> } & Pick<
  Imported,
  'credentials' | 'callerCredentials' | 'elsewhere'
>

const convertOperation = (parts: Parts, operation: Operation, name: string): Made => {
  const { root, schemas, leftOut, decided } = parts
  const { method, path, node } = operation
  const answer = readAnswerKind(root, node)
  const accept = readAccept(root, operation, answer)
  const { candidates, constants, credentials } = convertParameters(parts, operation, accept)
  const { withheld, given } = separateCredentials(parts, operation)
  const { candidates: members, ...body } = convertBody(root, operation, schemas, leftOut, withheld)
  const ofBody = members.filter(({ place, as }) => place !== 'body' || !withheld.includes(as))
  const params = nameParameters([...candidates, ...ofBody], decided.parameters?.get(operation.key) ?? new Map())
  const query = { ...operation.query, ...constants.query }
  const headers = { ...constants.header, ...(accept !== undefined && { accept }) }
  const gives = answer === undefined || answer === 'any' ? describeAnswerType(root, node) : undefined
  const server = ownServer(parts, operation)
  const elsewhere = isOpen(root, node) ? undefined : otherOrigin(server, parts.server)
  const isTrusted = elsewhere === undefined || (decided.servers?.has(elsewhere) ?? false)
  if (!isTrusted)
    leftOut.add('credential', below(operation.pointer, 'servers'), `no credential is sent to ${elsewhere}`)
  return {
    credentials: [...credentials, ...withheld.map(nameOfBody)],
    callerCredentials: given.map(nameOfBody),
    ...(elsewhere !== undefined && { elsewhere }),
    action: {
      method,
      path,
      description: describeOperation(operation, name),
      ...readEffectOf(operation, params, decided),
      ...(server !== undefined && { server }),
      ...((isOpen(root, node) || !isTrusted) && { auth: false as const }),
      ...(isDeprecated(node) && { deprecated: true as const }),
      params,
      ...body,
      ...(answer && { answer }),
      ...(gives !== undefined && { gives }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
  }
}

/** The effect that the method doesn't show. An act names whom it is done to; `GET /watch` without a parameter lists the watches. */
const readEffectOf = (
  { key, method, path }: Operation,
  params: SliceAction['params'],
  { reads }: Decided,
): Pick<SliceAction, 'effect'> => {
  if (reads?.has(key)) return { effect: 'read' }
  if (method !== 'GET' && method !== 'HEAD') return {}
  const namesWhom = Object.values(params).some(({ required }) => required)
  return (isAct(path) && namesWhom) || isCommand(path) ? { effect: 'write' } : {}
}

const nameOfBody = (member: string): string => `body ${member}`

/** The members of a body that carry credentials: those that callers don't have, and those that they fill in. */
const separateCredentials = ({ bodyCredentials, decided, leftOut }: Parts, { key, pointer }: Operation) => {
  const all = [...(bodyCredentials.get(key) ?? [])].filter(([name]) => !decided.plain?.has(nameOfBody(name)))
  const isWithheld = ([name, what]: (typeof all)[number]): boolean =>
    what === 'left out' || (decided.withheld?.has(nameOfBody(name)) ?? false)
  const withheld = all.filter(isWithheld).map(([name]) => name)
  for (const name of withheld)
    leftOut.add('credential', below(pointer, 'requestBody'), `${name} in the body carries a credential`)
  return { withheld, given: all.filter((one) => !isWithheld(one)).map(([name]) => name) }
}

/** The server of an operation, where it has one of its own; only the base path, where that server has no host. */
const ownServer = ({ server: usual, leftOut }: Parts, { servers, pointer }: Operation): string | undefined => {
  const own = readServer(servers[0])
  if (servers.length === 0 || own?.url === usual) return undefined
  if (own?.isComplete) return own.url
  leftOut.add('part', below(pointer, 'servers'), 'its own server has no host: the host of the document is used')
  const basePath = toBasePath(own?.url)
  return basePath === toBasePath(usual ?? '') ? undefined : basePath || '/'
}

const toBasePath = (url = ''): string => url.replace(/^https:\/\/[^/]*/, '')
