import type { AuditEntry } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../../route/admin-route.ts'
import { cursorParameters, idInCursor, pageSchema, toCursorPage, uuidCursor } from '../../route/values/cursor.ts'
import { closed, countSchema, instant, orNull } from '../../route/values/schemas.ts'
import { changesSchema } from '../audit/entry.ts'
import { entryIdPattern, filterParameters, parseAuditFilter } from '../audit/filter.ts'
import { type ChangeNames, createChangeNames } from './change-names.ts'
import { findUndo } from './find-undo.ts'
import { type FoldedEntries, foldChanges, tellFolded } from './fold-changes.ts'
import { tellChange } from './tell-change.ts'

const { tenant, token_id, since, until } = filterParameters

const changesQuery = Type.Object({ tenant, token_id, since, until, ...cursorParameters(uuidCursor) }, closed)

const authorJson = Type.Object({
  kind: Type.Enum(['key', 'person', 'token', 'agent', 'link', 'job', 'nobody'], {
    description:
      '`key`: an admin key; `person`: someone who signed in at the identity provider; `token`: a tenant token; `agent`: an application with an access token; `link`: a person with a connect link; `job`: the gateway; `nobody`: a stranger, by the address',
  }),
  id: orNull(Type.String()),
  name: Type.String(),
})

const toldJson = Type.Object(
  {
    id: Type.String({ description: 'The newest of its audit entries' }),
    at: instant(),
    since: instant('When the first of the joined entries was made'),
    count: countSchema('The entries that are joined: sign-ins, refusals and runs of jobs of a day'),
    tenant: orNull(Type.String()),
    action: orNull(Type.String()),
    key: orNull(Type.String(), 'The record, e.g. `tenants/acme`'),
    outcome: Type.Enum(['ok', 'error', 'unknown']),
    by: authorJson,
    text: Type.String({ description: 'A sentence', examples: ["Raised Acme's limit from 30 to 600 calls a minute"] }),
    changes: changesSchema,
    undo: orNull(
      Type.Object({
        method: Type.Literal('PATCH'),
        path: Type.String(),
        body: Type.Record(Type.String(), Type.Unknown()),
        if_match: orNull(Type.String(), 'Send it as `If-Match`'),
      }),
      'The request that puts it back; `null`: not a single one does, or the record has changed again',
    ),
  },
  { title: 'ToldChange' },
)

type TellParts = Pick<HandlerParts, 'store' | 'domains'> & { readonly names: ChangeNames }

const toJson = async (entries: FoldedEntries, { store, domains, names }: TellParts) => {
  const [entry] = entries
  const { id, at, tenant: of, action, key, outcome, changes } = entry
  const title = (provider: string): string => domains.get(provider)?.provider.title ?? provider
  const [by, text, undo] = await Promise.all([
    names.author(entry),
    tellFolded(entries) ?? tellChange(entry, names, title),
    findUndo(entry, store),
  ])
  const count = entries.reduce((all, each) => all + each.count, 0)
  const entryMembers = { id, at, since: entries.at(-1)?.at ?? at, count, tenant: of, action, key, outcome }
  return { ...entryMembers, by, text, changes: changes ?? [], undo }
}

export const changeRoutes: AdminGroup = {
  name: 'Changes',
  description: 'What was changed in the gateway, by whom, told in sentences.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/changes',
      action: 'list_changes',
      summary: 'List what was changed, and by whom',
      description:
        'Changes by administrators, connected accounts, decisions and runs of jobs; sign-ins, refusals and runs of a day are joined. `limit` counts entries before that.',
      auditTarget: () => ({ tenant: null, key: 'changes' }),
      query: changesQuery,
      answers: { 200: jsonAnswer('The changes, newest first', pageSchema('changes', toldJson)) },
      async handle({ query: { cursor, limit, ...filter }, signal }, parts) {
        const before = cursor === undefined ? {} : { before: idInCursor(cursor, entryIdPattern) }
        const query = { ...(await parseAuditFilter(filter, parts)), ...before, limit: limit + 1 }
        const entries = await parts.reports.changes(query, signal)
        const { items, nextCursor } = toCursorPage<AuditEntry>(entries, limit)
        const names = createChangeNames(parts)
        const changes = await Promise.all(foldChanges(items).map((each) => toJson(each, { ...parts, names })))
        return json({ changes, next_cursor: nextCursor })
      },
    }),
  ],
}
