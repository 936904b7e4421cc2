import { type AnyProvider, listSecretNames, type SingleAuth } from '@patchbay/core/provider'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { isText } from '../faults/value-faults.ts'

/** The names of what a person enters for one kind of authentication. */
const listEntered = (auth: SingleAuth): readonly string[] => {
  switch (auth.kind) {
    case 'apiKey':
      return ['key']
    case 'basic':
      return (['username', 'password'] as const).filter((half) => auth[half] === undefined)
    case 'oauth2':
      return auth.grant === 'client_credentials' ? ['client_id', 'client_secret'] : []
    default:
      return listSecretNames(auth) ?? []
  }
}

/** Labels of fields that no form has, and labels without words. */
export const credentialFieldFaults = ({
  auth,
  credentialFields = {},
}: Pick<AnyProvider, 'auth' | 'credentialFields'>): Fault[] => {
  const kinds = auth.kind === 'oneOf' ? Object.values(auth.alternatives) : [auth]
  const entered = new Set(kinds.flatMap(listEntered))
  const names = [...entered].join(', ') || 'nothing'
  return Object.entries(credentialFields).flatMap(([name, { label, hint = '-' }]) =>
    faultsAt(
      ['credentialFields', name],
      [
        ...(entered.has(name) ? [] : [`credentialFields has "${name}", but \`auth\` wants ${names}`]),
        ...(isText(label) && isText(hint) ? [] : [`credentialFields.${name} is empty: write the vendor's name of it`]),
      ],
    ),
  )
}
