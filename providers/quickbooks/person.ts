import { clearable, text } from '@patchbay/core/provider'
import { email, emptied } from './parameters.ts'

/** The members of customers and vendors besides the name under which they are listed. */
export const person = {
  company_name: text(100, 'Name of the company'),
  given_name: text(100, 'First name'),
  family_name: text(100, 'Last name'),
  email,
  phone: text(30, 'Phone number'),
}

export const personNames = {
  display_name: 'DisplayName',
  company_name: 'CompanyName',
  given_name: 'GivenName',
  family_name: 'FamilyName',
  email: '/PrimaryEmailAddr/Address',
  phone: '/PrimaryPhone/FreeFormNumber',
} as const

export const clearablePerson = {
  company_name: clearable(person.company_name),
  given_name: clearable(person.given_name),
  family_name: clearable(person.family_name),
  email: clearable(person.email),
  phone: clearable(person.phone),
}

type ChangedPerson = { readonly [name in keyof typeof person]?: string | null | undefined }

/** The body of a sparse update. */
export const changePerson = ({ company_name, given_name, family_name, email, phone }: ChangedPerson) => ({
  sparse: true,
  CompanyName: emptied(company_name),
  GivenName: emptied(given_name),
  FamilyName: emptied(family_name),
  PrimaryEmailAddr: email === undefined ? undefined : { Address: email ?? '' },
  PrimaryPhone: phone === undefined ? undefined : { FreeFormNumber: phone ?? '' },
})
