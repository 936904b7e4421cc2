import type { IsoTime } from '@patchbay/core/time'

/** The id and the dates, which the CRM writes itself. */
export interface Stamped {
  readonly id: string
  readonly created_at: IsoTime
}

export interface CrmPerson extends Stamped {
  readonly name: string
  readonly email: string
  readonly title: string | null
  readonly company_id: string | null
}

export interface Company extends Stamped {
  readonly name: string
  readonly domain: string
  readonly industry: string
  readonly city: string
  readonly employees: number
}

export interface Deal extends Stamped {
  readonly title: string
  readonly company_id: string
  readonly person_id: string | null
  readonly stage: Stage
  readonly amount: number
  readonly currency: 'EUR'
  readonly closes_on: string
}

export interface Note extends Stamped {
  readonly person_id: string
  readonly text: string
}

export const stages = ['lead', 'qualified', 'proposal', 'won', 'lost'] as const
export type Stage = (typeof stages)[number]
