import { setTimeout as wait } from 'node:timers/promises'
import { bodies, checkCrmBody, readCrmBody } from './bodies.ts'
import type { Crm } from './create-crm.ts'
import { CrmError } from './crm-error.ts'
import { createMatcher } from './search.ts'
import type { CrmPage, PageRequest } from './table.ts'

const defaultLimit = 10

/** The CRM takes a note of this text and answers 500, so that nobody knows what became of it. */
export const lostAnswer = 'Asked for a call back; the line went dead'

export interface CrmRequest extends Request {
  readonly params: Readonly<Record<string, string>>
}
type Handler = (request: CrmRequest) => Response | Promise<Response>
export type CrmRoutes = Readonly<Record<string, Readonly<Record<string, Handler>>>>

const everything = (): boolean => true

const listRequest = (request: Request): PageRequest => {
  const { limit, ...others } = Object.fromEntries(new URL(request.url).searchParams)
  const query = checkCrmBody(bodies.listQuery, { ...others, ...(limit !== undefined && { limit: Number(limit) }) })
  return { limit: query.limit ?? defaultLimit, cursor: query.cursor }
}

const readId = ({ params }: CrmRequest): string => params.id ?? ''

interface Searchable {
  page(matches: (record: object) => boolean, request: PageRequest): CrmPage<object>
}

const list =
  (table: Searchable): Handler =>
  (request) => {
    const { data, next_cursor } = table.page(everything, listRequest(request))
    return Response.json({ data, next_cursor })
  }

const search =
  (table: Searchable, fields: readonly string[]): Handler =>
  async (request) => {
    const { filters, limit = defaultLimit, cursor } = await readCrmBody(request, bodies.search)
    return Response.json(table.page(createMatcher(filters, fields), { limit, cursor }))
  }

const get =
  (table: { get(id: string): object }): Handler =>
  (request) =>
    Response.json(table.get(readId(request)))

const peopleRoutes = ({ people, notes }: Crm): CrmRoutes => ({
  '/v1/people': {
    GET: list(people),
    POST: async (request) => Response.json(people.create(await readCrmBody(request, bodies.person)), { status: 201 }),
  },
  '/v1/people/search': { POST: search(people, ['name', 'email', 'title', 'company_id', 'created_at']) },
  '/v1/people/:id': {
    GET: get(people),
    PATCH: async (request) =>
      Response.json(people.update(readId(request), await readCrmBody(request, bodies.personChanges))),
    DELETE: (request) => {
      people.remove(readId(request))
      return new Response(null, { status: 204 })
    },
  },
  '/v1/people/:id/notes': {
    GET: (request) => {
      const { id } = people.get(readId(request))
      const { data, next_cursor } = notes.page(({ person_id }) => person_id === id, listRequest(request))
      return Response.json({ data, next_cursor })
    },
    POST: async (request) => {
      const { text } = await readCrmBody(request, bodies.note)
      const note = notes.create(readId(request), text)
      // Behaves like a vendor that crashes after the write: the note exists, and its writer gets no id.
      if (text === lostAnswer) return new Response(null, { status: 500 })
      return Response.json(note, { status: 201 })
    },
  },
})

const dealRoutes = ({ deals }: Crm): CrmRoutes => ({
  '/v1/deals': {
    GET: list(deals),
    POST: async (request) => Response.json(deals.create(await readCrmBody(request, bodies.deal)), { status: 201 }),
  },
  '/v1/deals/search': {
    POST: search(deals, ['title', 'company_id', 'person_id', 'stage', 'amount', 'closes_on', 'created_at']),
  },
  '/v1/deals/:id': {
    GET: get(deals),
    PATCH: async (request) =>
      Response.json(deals.update(readId(request), await readCrmBody(request, bodies.dealChanges))),
  },
})

const account = { id: 'account-1', name: 'Patchbay demo', plan: 'Starter' }

/** Two operations that every vendor has: one outside the plan, and a slow one. */
const reportRoutes = (crm: Crm, forecastMs: number): CrmRoutes => ({
  '/v1/exports': {
    POST: () => {
      const message = `Exports are not part of the plan ${account.plan}`
      throw new CrmError(422, 'plan_required', message, [{ path: '/format', message: 'needs the plan Business' }])
    },
  },
  '/v1/reports/forecast': {
    GET: async ({ signal }) => {
      await wait(forecastMs, undefined, { signal })
      return Response.json({ currency: 'EUR', stages: crm.forecast() })
    },
  },
})

/** Every path and method of the CRM. */
export const crmRoutes = (crm: Crm, forecastMs: number): CrmRoutes => ({
  '/v1/account': { GET: () => Response.json(account) },
  '/v1/companies': { GET: list(crm.companies) },
  '/v1/companies/:id': { GET: get(crm.companies) },
  ...peopleRoutes(crm),
  ...dealRoutes(crm),
  ...reportRoutes(crm, forecastMs),
})
