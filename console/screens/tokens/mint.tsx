import { useState } from 'react'
import { FormModal, Once } from '../../parts/form/form-modal.tsx'
import { TenantField, useTenantName } from '../../parts/form/pick/tenant-field.tsx'
import { mintToken, TokenFields } from '../../parts/form/token-fields.tsx'
import { words } from '../../words.ts'
import { tokensTexts as t } from './tokens-texts.ts'

interface Props {
  /** Unset: the form asks for the tenant. */
  readonly tenant?: string
  readonly onClose: () => void
}

/** Creates a token, which is shown once. */
export const Mint = ({ tenant: given, onClose }: Props) => {
  const [chosen, setChosen] = useState('')
  const [allow, setAllow] = useState<readonly string[]>([])
  const tenant = given ?? chosen
  const name = useTenantName(tenant)
  return (
    <FormModal
      title={words.tenantToken.create}
      text={tenant === '' ? undefined : t.createText(name)}
      submit={words.tenantToken.create}
      isWide
      onClose={onClose}
      send={async (form) => <Once label={words.tenantToken.once} value={await mintToken(tenant, allow, form)} />}
    >
      {given === undefined && <TenantField value={chosen} onChange={setChosen} />}
      {tenant !== '' && <TokenFields tenant={tenant} allow={allow} onAllow={setAllow} />}
    </FormModal>
  )
}
