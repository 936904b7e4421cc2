import type { Detail } from '@patchbay/core/errors'
import type { ActionFinder, Domain, ToolArguments } from '@patchbay/core/schema'
import type { TenantRecord } from '@patchbay/core/store'
import type Type from 'typebox'
import { healNames } from '../tools/heal-frame.ts'
import { readArguments } from '../tools/read-arguments.ts'
import { describeArguments, describeWithin, findArguments, findWithin } from '../tools/search-arguments.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import { describeForCaller } from './describe-action.ts'
import { findActions } from './find-actions.ts'
import { buildDomainFrame, type SearchFrame } from './search-frame.ts'
import type { Searcher } from './usable-actions.ts'

export interface SearchAnswer {
  readonly data: unknown
  /** The notes about arguments that were read otherwise than they were written. */
  readonly coerced: readonly Detail[]
}

/** A domain whose tool finds and describes actions by actions of its own. */
export interface DomainTool {
  readonly provider: string
  readonly tool: string
  /** Unset: the tool is for reads and writes. */
  readonly effect?: ToolEffect
}

/** Answers the tools that find and describe actions, and the actions that do so within a domain. All throw VALIDATION_ERROR. */
export const createSearch = (domains: ReadonlyMap<string, Domain>, find: ActionFinder) => {
  const read = <T extends Type.TObject>(schema: T, args: ToolArguments, tenant: TenantRecord) =>
    readArguments(schema, args, (bare, context) => healNames(domains, tenant, bare, context))
  const readWithin = <T extends Type.TObject>(
    schema: T,
    { action: _action, account_id: _account, ...args }: ToolArguments,
  ) => readArguments(schema, args)

  return {
    async find(searcher: Searcher, args: ToolArguments, frame: SearchFrame): Promise<SearchAnswer> {
      const { value, coerced } = read(findArguments, args, searcher.tenant)
      return { data: await findActions(domains, find, searcher, value, frame), coerced }
    },

    describe(searcher: Searcher, args: ToolArguments, frame: SearchFrame): SearchAnswer {
      const { value, coerced } = read(describeArguments, args, searcher.tenant)
      const { action: name, ...rest } = value
      return { data: describeForCaller(domains, searcher, { ...rest, name }, frame), coerced }
    },

    async findWithin(
      { provider, tool, effect }: DomainTool,
      searcher: Searcher,
      args: ToolArguments,
    ): Promise<SearchAnswer> {
      const { value, coerced } = readWithin(findWithin, args)
      const question = { ...value, provider, effect }
      return { data: await findActions(domains, find, searcher, question, buildDomainFrame(tool)), coerced }
    },

    describeWithin({ provider, tool }: DomainTool, searcher: Searcher, args: ToolArguments): SearchAnswer {
      const { value, coerced } = readWithin(describeWithin, args)
      return { data: describeForCaller(domains, searcher, { ...value, provider }, buildDomainFrame(tool)), coerced }
    },
  }
}
