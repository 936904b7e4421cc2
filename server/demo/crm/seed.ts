import { type IsoTime, isoTime } from '@patchbay/core/time'
import type { Company, CrmPerson, Deal, Note, Stage } from './records.ts'

/** Everything is made up; `.example` is a top-level domain that nobody can own (RFC 2606). */
const companyRows: readonly (readonly [name: string, label: string, industry: string, city: string, staff: number])[] =
  [
    ['Northwind Bakery', 'northwind', 'Food', 'Leeds', 48],
    ['Halden Robotics', 'halden', 'Machinery', 'Aarhus', 310],
    ['Blue Heron Travel', 'blueheron', 'Travel', 'Porto', 75],
    ['Castellan Insurance', 'castellan', 'Insurance', 'Lyon', 1240],
    ['Mori & Sato Architects', 'morisato', 'Construction', 'Osaka', 36],
    ['Greenfield Dairy', 'greenfield', 'Food', 'Cork', 190],
    ['Lumen Analytics', 'lumen', 'Software', 'Tallinn', 62],
    ['Osprey Logistics', 'osprey', 'Transport', 'Rotterdam', 870],
    ['Tidewater Clinics', 'tidewater', 'Health', 'Halifax', 415],
    ['Papyrus Press', 'papyrus', 'Media', 'Leipzig', 27],
  ]

const personRows: readonly (readonly [name: string, title: string, company: number])[] = [
  ['Amara Okafor', 'Managing Director', 1],
  ['Tom Whitfield', 'Head of Purchasing', 1],
  ['Priya Raman', 'Accountant', 1],
  ['Søren Dahl', 'Chief Engineer', 2],
  ['Ingrid Madsen', 'Head of Procurement', 2],
  ['Mikkel Brandt', 'Plant Manager', 2],
  ['Freja Holm', 'Controller', 2],
  ['Inês Carvalho', 'Owner', 3],
  ['Rui Teixeira', 'Operations Manager', 3],
  ['Camille Laurent', 'Chief Information Officer', 4],
  ['Hugo Moreau', 'IT Architect', 4],
  ['Nadia Benali', 'Head of Claims', 4],
  ['Étienne Roche', 'Data Protection Officer', 4],
  ['Haruka Mori', 'Partner', 5],
  ['Kenji Sato', 'Partner', 5],
  ['Aoife Brennan', 'Farm Relations', 6],
  ['Declan Walsh', 'Managing Director', 6],
  ['Siobhán Kelly', 'Quality Manager', 6],
  ['Liis Tamm', 'Founder', 7],
  ['Markus Saar', 'Head of Engineering', 7],
  ['Kadri Lepik', 'Customer Success', 7],
  ['Joost van Dijk', 'Fleet Manager', 8],
  ['Fatima El Idrissi', 'Chief Financial Officer', 8],
  ['Bram de Wit', 'Warehouse Manager', 8],
  ['Sanne Bakker', 'IT Manager', 8],
  ['Grace MacLeod', 'Medical Director', 9],
  ['Owen Pelletier', 'Head of Administration', 9],
  ['Chloe Arsenault', 'Purchasing', 9],
  ['Jonas Richter', 'Publisher', 10],
  ['Leonie Vogt', 'Editor', 10],
]

const dealRows: readonly (readonly [title: string, person: number, stage: Stage, amount: number, closes: string])[] = [
  ['Oven monitoring, three sites', 1, 'proposal', 18_400, '2026-12-15'],
  ['Flour supply contract', 2, 'won', 42_000, '2026-09-30'],
  ['Vision system for line 4', 4, 'qualified', 96_500, '2027-02-28'],
  ['Service plan 2027', 5, 'proposal', 31_200, '2026-12-31'],
  ['Spare parts framework', 6, 'lead', 12_750, '2027-04-30'],
  ['Booking portal', 8, 'won', 27_900, '2026-08-14'],
  ['Call centre outsourcing', 9, 'lost', 54_000, '2026-10-01'],
  ['Claims archive migration', 10, 'qualified', 210_000, '2027-03-31'],
  ['Fraud scoring pilot', 11, 'proposal', 68_000, '2027-01-31'],
  ['Training for claims staff', 12, 'lead', 9_800, '2027-05-15'],
  ['Model library', 14, 'won', 7_400, '2026-07-20'],
  ['Rendering workstations', 15, 'lead', 22_300, '2027-01-15'],
  ['Cold chain sensors', 17, 'proposal', 38_600, '2026-12-20'],
  ['Laboratory software', 18, 'qualified', 15_900, '2027-02-10'],
  ['Reseller agreement', 19, 'proposal', 60_000, '2027-01-10'],
  ['Support, gold tier', 20, 'won', 14_400, '2026-10-31'],
  ['Telematics for 220 trucks', 22, 'qualified', 132_000, '2027-03-15'],
  ['Leasing consolidation', 23, 'lead', 480_000, '2027-06-30'],
  ['Warehouse scanners', 24, 'won', 33_250, '2026-09-12'],
  ['Patient intake tablets', 26, 'proposal', 51_700, '2027-01-20'],
  ['Linen service', 28, 'lost', 19_000, '2026-11-05'],
  ['E-book distribution', 29, 'qualified', 11_600, '2027-02-01'],
]

const noteRows: readonly (readonly [person: number, text: string])[] = [
  [1, 'Prefers a call before 9, when the ovens are running.'],
  [1, 'Asked for a reference from another bakery.'],
  [4, 'Line 4 stands still in February: install then.'],
  [10, 'Budget is decided in January; send the revised plan before Christmas.'],
  [17, 'Met at the dairy fair in Cork.'],
  [23, 'Wants one contract for all leases. Involve legal early.'],
]

/** One a day, so that each record has a date of its own and every start has the same ones. */
const makeCreatedAt = (index: number): IsoTime => isoTime(new Date(Date.UTC(2026, 0, 5 + index, 9)))

/** `Søren Dahl` at `halden` becomes `soren.dahl@halden.example`. */
const makeEmail = (name: string, label: string): string => {
  const [first = '', ...others] = name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .split(' ')
  return `${first}.${others.join('')}@${label}.example`
}

const companies = companyRows.map(
  ([name, label, industry, city, employees], index): Company => ({
    id: `company-${index + 1}`,
    name,
    domain: `${label}.example`,
    industry,
    city,
    employees,
    created_at: makeCreatedAt(index),
  }),
)

const people = personRows.map(
  ([name, title, company], index): CrmPerson => ({
    id: `person-${index + 1}`,
    name,
    email: makeEmail(name, companyRows[company - 1]?.[1] ?? ''),
    title,
    company_id: `company-${company}`,
    created_at: makeCreatedAt(20 + index),
  }),
)

const deals = dealRows.map(
  ([title, person, stage, amount, closes_on], index): Deal => ({
    id: `deal-${index + 1}`,
    title,
    company_id: `company-${personRows[person - 1]?.[2]}`,
    person_id: `person-${person}`,
    stage,
    amount,
    currency: 'EUR',
    closes_on,
    created_at: makeCreatedAt(60 + index),
  }),
)

const notes = noteRows.map(
  ([person, text], index): Note => ({
    id: `note-${index + 1}`,
    person_id: `person-${person}`,
    text,
    created_at: makeCreatedAt(90 + index),
  }),
)

/** The CRM's records at its start. */
export const seed = { companies, people, deals, notes }
