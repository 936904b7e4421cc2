import {
  buildSurface,
  createMadeActions,
  importedSource,
  openSlice,
  type SliceAction,
  sliceText,
  surfaceText,
} from '@patchbay/core/imported'
import { type AnyAction, imported, none, type Path } from '@patchbay/core/provider'
import { bodySchema, declaredSource, describeAction, findProblems, type Source } from '@patchbay/core/schema'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { type Imported, toSlice } from '../../codegen/import/convert/to-slice.ts'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'
import { isNode, type Node } from '../../codegen/import/read/node.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { inVersion3 } from '../../codegen/import/read/version-3.ts'
import type { ProviderRequest } from '../../core/upstream/authentication.ts'
import { buildRequest } from '../../core/upstream/request.ts'
import { planOf } from '../../test/plan-of.ts'
import { refusedAnswers } from './answers.ts'
import { createJudge } from './judge.ts'
import { createSampler, type Sample, sampleOf, withoutExamples } from './samples.ts'

/** The faithfulness of a document's actions to the document. */
export interface Faithfulness {
  readonly document: string
  readonly samples: number
  /** Operations for which no good sample could be made. */
  readonly unsampled: number
  readonly taken: number
  /** Valid values that the action's check refuses. */
  readonly refused: readonly string[]
  /** Values that have no place in the action. */
  readonly lost: readonly string[]
  /** Requests that Prism refuses, with its reasons. */
  readonly misfits: readonly string[]
  /** Requests at which Prism itself failed. */
  readonly unjudged: readonly string[]
  /** Good answers that the action refuses. */
  readonly refusedAnswers: readonly string[]
  readonly toolTokens: number
  readonly describeTokens: number
  readonly firstUseMs: number
}

const provider = imported<object>()({
  id: 'corpus',
  title: 'Corpus',
  origin: 'https://origin.invalid',
  auth: none(),
  actions: {},
})

const corpus = { provider, source: declaredSource(provider, {}) }

const tokens = (value: unknown): number => encode(JSON.stringify(value)).length

const fileOf = (value: unknown, media: string) => ({
  media_type: media,
  content: Buffer.from(typeof value === 'string' ? value : 'bytes').toString('base64'),
})

const isFile = (schema: unknown): boolean => isNode(schema) && schema.$ref === '#/schemas/file'

/** A value of the document as callers write it: files come in base64, in lists too. */
const asGiven = (schema: unknown, value: unknown, media = 'application/octet-stream'): unknown => {
  if (isFile(schema)) return fileOf(value, media)
  return isNode(schema) && isFile(schema.items) ? [value].flat().map((item) => fileOf(item, media)) : value
}

/** The sample as a caller of the action gives it, and the values that fit nowhere. */
export const asParameters = (
  { params, query = {}, headers = {} }: SliceAction,
  { parameters, body, media }: Sample,
) => {
  const values: Record<string, unknown> = {}
  const placed = new Set<string>()
  const members = isNode(body) ? body : {}
  for (const [name, { in: place, as = name, schema }] of Object.entries(params)) {
    const key = `${place} ${as}`
    if (place === 'whole' && body !== undefined) values[name] = asGiven(schema, body, media)
    else if (place === 'body' && Object.hasOwn(members, as)) values[name] = asGiven(schema, members[as])
    else if (parameters.has(key)) values[name] = parameters.get(key)
    if (place !== 'whole') placed.add(key)
  }
  const isWhole = Object.values(params).some(({ in: place }) => place === 'whole')
  const fixed = [
    ...Object.keys(query).map((name) => `query ${name}`),
    ...Object.keys(headers).map((name) => `header ${name}`),
  ]
  const given = [...parameters.keys(), ...(isWhole ? [] : Object.keys(members).map((name) => `body ${name}`))]
  return { values, lost: given.filter((key) => !placed.has(key) && !fixed.includes(key)) }
}

const sourceOf = (slice: ReturnType<typeof toSlice>['slice']): Source => {
  const bytes = Buffer.from(sliceText(slice))
  return importedSource({
    provider,
    written: declaredSource(provider, {}),
    surface: surfaceText(buildSurface(provider, slice)),
    read: () => openSlice(bytes),
    made: createMadeActions(),
  })
}

interface DocumentOutcome {
  samples: number
  unsampled: number
  taken: number
  describeTokens: number
  readonly refused: string[]
  readonly lost: string[]
  readonly misfits: string[]
  readonly unjudged: string[]
  readonly refusedAnswers: string[]
}

const pathOf = (server: string): string => server.replace(/^(?:[a-z]+:)?\/\/[^/]*/i, '').replace(/\/+$/, '')

interface Stage {
  readonly document: { readonly file: string; readonly root: Node; readonly basePath: string }
  readonly source: Source
  readonly sampler: ReturnType<typeof createSampler>
  readonly server: string | null
  /** Parameters that the import reports: credentials, and headers that core writes. */
  readonly isReported: (pointer: string) => boolean
}

const reportedNames = ({ operation }: Imported, isReported: Stage['isReported']): Set<string> =>
  new Set(
    operation.parameters.filter(({ pointer }) => isReported(pointer)).map(({ node }) => `${node.in} ${node.name}`),
  )

const judgeAction = async (stage: Stage, one: Imported, found: DocumentOutcome): Promise<void> => {
  const { document, source, sampler, server, isReported } = stage
  const action = source.action(one.name)
  if (!action) throw new Error(`there is no action ${one.name}`)
  found.describeTokens = Math.max(found.describeTokens, tokens(describeAction(one.name, action)))
  const answered = { ...action, request: () => ({ method: 'GET', path: '/' as Path }) as const }
  found.refusedAnswers.push(...refusedAnswers(document.root, one, planOf(corpus, 'action', answered, {})))
  const samples = [true, false].flatMap((onlyRequired) => sampleOf(document.root, sampler, one, onlyRequired) ?? [])
  if (samples.length === 0) {
    found.unsampled++
    return
  }
  const reported = reportedNames(one, isReported)
  const prefix = pathOf(one.action.server ?? server ?? '')
  const judge = await createJudge(
    document,
    one.operation,
    (name) => reported.has(name) || one.credentials.includes(name),
  )
  for (const sample of samples) {
    found.samples++
    const { values, lost } = asParameters(one.action, sample)
    found.lost.push(
      ...lost
        .filter((key) => !reported.has(key) && !one.credentials.includes(key))
        .map((key) => `${one.operation.key}: ${key}`),
    )
    const body = { action: one.name, ...values }
    if (!source.check(one.name)?.body(body)) {
      const why = findProblems(bodySchema(one.name, action), body, action.references)
      found.refused.push(`${one.operation.key}: ${JSON.stringify(why.slice(0, 2))}`)
      continue
    }
    const { key } = one.operation
    const given = new Set(sample.parameters.keys())
    const verdict = verdictOn(action, values, (request) => judge(request, prefix, given))
    if (verdict.failed) found.unjudged.push(`${key}: ${verdict.failed}`)
    else if (verdict.why.length > 0) found.misfits.push(`${key}: ${verdict.why.slice(0, 2).join('; ')}`)
    else found.taken++
  }
}

/** The faults of the request that core builds from these parameters; `failed`: the judge itself failed. */
const verdictOn = (
  action: AnyAction,
  values: Readonly<Record<string, unknown>>,
  judge: (request: ProviderRequest) => string[],
): { readonly why: readonly string[]; readonly failed?: string } => {
  let request: ProviderRequest
  try {
    request = buildRequest(planOf(corpus, 'action', action, values))
  } catch (error) {
    return { why: [String(error)] }
  }
  try {
    return { why: judge(request) }
  } catch (error) {
    return { why: [], failed: String(error).slice(0, 150) }
  }
}

const firstUse = (source: Source): number => {
  const [name = ''] = source.names()
  const startedAt = performance.now()
  source.check(name)?.body({ action: name })
  return performance.now() - startedAt
}

/** Sends samples of every operation of a document through its actions, and has Prism judge the requests by the document. */
export const judgeDocument = async (folder: string, document: string): Promise<Faithfulness> => {
  const leftOut = createLeftOutList()
  const read = await readDocument(`${folder}/${document}`, leftOut)
  const root = withoutExamples(await inVersion3(read.root, leftOut)) as Node
  const result = toSlice(root, { id: 'corpus' })
  const reported = new Set([...leftOut.all, ...result.leftOut].map(({ pointer }) => pointer))
  const source = sourceOf(result.slice)
  const firstUseMs = firstUse(source)
  const found: DocumentOutcome = {
    samples: 0,
    unsampled: 0,
    taken: 0,
    describeTokens: 0,
    refused: [],
    lost: [],
    misfits: [],
    unjudged: [],
    refusedAnswers: [],
  }
  const isReported = (pointer: string): boolean => reported.has(pointer)
  const stage = {
    document: { file: document, root, basePath: '' },
    source,
    sampler: createSampler(root),
    server: result.slice.server,
    isReported,
  }
  for (const one of result.actions) await judgeAction(stage, one, found)
  return { document, ...found, toolTokens: tokens(source.tool(source.names())), firstUseMs }
}
