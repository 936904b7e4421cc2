import { CrmError } from './crm-error.ts'
import type { Company, CrmPerson, Deal, Note, Stage } from './records.ts'
import { seed } from './seed.ts'
import { createTable } from './table.ts'

type PersonMembers = Pick<CrmPerson, 'name' | 'email'> & Partial<Pick<CrmPerson, 'title' | 'company_id'>>
type DealMembers = Pick<Deal, 'title' | 'company_id' | 'amount' | 'closes_on'> &
  Partial<Pick<Deal, 'person_id' | 'stage'>>

export interface StageTotal {
  readonly stage: Stage
  readonly deals: number
  readonly amount: number
}

/** The records of the CRM and the rules between them; each call makes one that holds the seed data. */
export const createCrm = () => {
  const people = createTable<CrmPerson>('person', seed.people)
  const companies = createTable<Company>('company', seed.companies)
  const deals = createTable<Deal>('deal', seed.deals)
  const notes = createTable<Note>('note', seed.notes)

  /** Rejects the address of another person: each address belongs to one person, as in most CRMs. */
  const checkEmail = (email: string | undefined, own?: string): void => {
    const owner = people.all().find((person) => person.email === email && person.id !== own)
    if (!owner) return
    const message = `belongs to ${owner.id} already`
    throw new CrmError(409, 'duplicate', `${owner.id} has this email address`, [{ path: '/email', message }])
  }
  const checkLinks = ({ company_id, person_id }: Partial<Pick<Deal, 'person_id'> & Pick<CrmPerson, 'company_id'>>) => {
    if (company_id) companies.get(company_id)
    if (person_id) people.get(person_id)
  }

  return {
    people: {
      ...people,
      create(members: PersonMembers): CrmPerson {
        checkEmail(members.email)
        checkLinks(members)
        return people.create({ title: null, company_id: null, ...members })
      },
      update(id: string, changes: Partial<PersonMembers>): CrmPerson {
        people.get(id)
        checkEmail(changes.email, id)
        checkLinks(changes)
        return people.update(id, changes)
      },
    },
    companies,
    deals: {
      ...deals,
      create(members: DealMembers): Deal {
        checkLinks(members)
        return deals.create({ person_id: null, stage: 'lead', currency: 'EUR', ...members })
      },
      update(id: string, changes: Partial<DealMembers>): Deal {
        checkLinks(changes)
        return deals.update(id, changes)
      },
    },
    notes: {
      ...notes,
      create(person_id: string, text: string): Note {
        people.get(person_id)
        return notes.create({ person_id, text })
      },
    },
    /** The sum of the open deals by stage. */
    forecast: (): readonly StageTotal[] =>
      (['lead', 'qualified', 'proposal'] as const).map((stage) => {
        const open = deals.all().filter((deal) => deal.stage === stage)
        return { stage, deals: open.length, amount: open.reduce((sum, { amount }) => sum + amount, 0) }
      }),
  }
}

export type Crm = ReturnType<typeof createCrm>
