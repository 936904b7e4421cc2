import type { HostFact } from '../vendors/vendor.ts'
import { type Form, findArrival, readKeyFact } from './forms.ts'
import { findSignInFact } from './host-facts.ts'

/** The form with the facts about the host at which people sign in; the addresses stay the document's. */
const withSignInFact = (form: Form & { readonly kind: 'code' }): Form => {
  const fact = findSignInFact(form.fact.authorize)
  if (!fact) return form
  const { authorize: _, token: __, refresh: ___, ...more } = fact
  return { ...form, fact: { ...more, ...form.fact } }
}

/** The form with what the vendor's documentation says of it. */
export const withFact = (form: Form, fact: HostFact | undefined): Form => {
  if (form.kind === 'code') return fact?.code ? { ...form, fact: fact.code } : withSignInFact(form)
  if (!fact) return form
  if (form.kind === 'client' && fact.client) return { ...form, fact: fact.client }
  if (form.kind === 'basic' && fact.basic) return { ...form, ...fact.basic }
  const key = fact.key && readKeyFact(fact.key)
  return form.kind === 'key' && key && findArrival(key) === findArrival(form) ? key : form
}

/** Tells whether the vendor's documentation has the form. */
export const isFormOfFact = (form: Form, fact: HostFact | undefined): boolean => {
  if (!fact) return false
  if (form.kind === 'code') return form.fact === fact.code
  if (form.kind === 'client') return form.fact === fact.client
  return listFactForms(fact).some((one) => one.kind === form.kind && findArrival(one) === findArrival(form))
}

/** The forms that the vendor's documentation has, but for several keys at once. */
export const listFactForms = (fact: HostFact): Form[] => [
  ...(fact.code ? [{ kind: 'code' as const, fact: fact.code, scopes: {} }] : []),
  ...(fact.client ? [{ kind: 'client' as const, fact: fact.client, scopes: {} }] : []),
  ...(fact.key ? [readKeyFact(fact.key)] : []),
  ...(fact.basic ? [{ kind: 'basic' as const, ...fact.basic }] : []),
]

/** The names of ways that only the vendor's documentation has. */
export const factNames: Readonly<Record<Form['kind'], string>> = {
  code: 'OAuth',
  client: 'OAuth (client)',
  key: 'key',
  basic: 'password',
}
