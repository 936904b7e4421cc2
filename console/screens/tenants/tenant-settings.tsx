import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { useSend } from '../../parts/form/use-send.ts'
import { Trash2 } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { DifferenceList } from '../../parts/page/difference.tsx'
import { Loaded, ProblemBox } from '../../parts/page/loaded.tsx'
import { Columns, Facts, Section } from '../../parts/page/page.tsx'
import { changesBetween } from '../../state/changes.ts'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { letRun } from '../../state/let-run.ts'
import { words } from '../../words.ts'
import { type ChangedTenant, readChangeable, useSaveTenant } from './save-tenant.tsx'
import css from './tenant.module.css'
import { type Tenant, useTenant, useTenantId } from './tenant.tsx'
import { OptionFields, readOptions } from './tenant-options.tsx'
import { tenantsTexts as t } from './tenants-texts.ts'

interface SaveBarProps {
  readonly before: ChangedTenant
  readonly after: ChangedTenant
  readonly isBusy: boolean
  /** The fault of the last attempt. */
  readonly error: unknown
}

const read = (form: FormData, { status, providers, options }: Tenant): ChangedTenant => ({
  name: readTextField(form, 'name') ?? '',
  status,
  providers,
  options: readOptions(form, options),
})

/** The changes that saving would make, beside the button. */
const SaveBar = ({ before, after, isBusy, error }: SaveBarProps) => {
  const count = changesBetween(before, after).length
  return (
    <div className={css.save}>
      {error !== undefined && <ProblemBox error={error} />}
      {count > 0 && <DifferenceList before={before} after={after} />}
      <Button type="submit" isMain disabled={count === 0} isBusy={isBusy}>
        {t.save}
      </Button>
    </div>
  )
}

const Form = ({ tenant }: { readonly tenant: Tenant }) => {
  const mayChange = useMay('operator')
  const queries = useQueryClient()
  const save = useSaveTenant(tenant)
  const before = readChangeable(tenant)
  const [draft, setDraft] = useState<ChangedTenant>(before)
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    await save(read(form, tenant))
    letRun(queries.invalidateQueries())
  })
  const { name, options } = tenant
  return (
    <form onSubmit={onSubmit} onChange={({ currentTarget }) => setDraft(read(new FormData(currentTarget), tenant))}>
      <fieldset disabled={!mayChange} className={css.plain}>
        <Section title={t.general}>
          <LabelledField label={words.name}>
            {(field) => <input {...field} name="name" required maxLength={200} defaultValue={name} />}
          </LabelledField>
          <Facts
            facts={[
              [words.created, <Time key="made" at={tenant.created_at} isExact />],
              [words.changed, <Time key="changed" at={tenant.updated_at} isExact />],
            ]}
          />
        </Section>
        <Columns>
          <Section title={t.mcp}>
            <OptionFields options={options} section="mcp" />
            {tenant.tool_list && <Facts facts={[[t.toolList, t.listCost(tenant.tool_list)]]} />}
          </Section>
          <Section title={t.limits}>
            <OptionFields options={options} section="limits" />
          </Section>
        </Columns>
        {mayChange && <SaveBar before={before} after={draft} isBusy={isBusy} error={error} />}
      </fieldset>
    </form>
  )
}

/** The id is typed: nothing brings a deleted tenant back. */
const Remove = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <FormModal
      title={t.tasks.delete}
      text={t.deleteText(id)}
      submit={t.tasks.delete}
      isDanger
      onClose={onClose}
      send={async () => {
        await unwrap(api.DELETE('/admin/tenants/{tenant}', { params: { path: { tenant: id } } }))
        letRun(navigate({ to: '/tenants' }))
      }}
    >
      <LabelledField label={t.typeId(id)}>
        {(field) => (
          <input {...field} required pattern={id.replaceAll('-', '\\-')} autoComplete="off" spellCheck={false} />
        )}
      </LabelledField>
    </FormModal>
  )
}

export const TenantSettings = () => {
  const id = useTenantId()
  const query = useTenant(id)
  const mayChange = useMay('operator')
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      {/* A new version resets the form. */}
      <Loaded query={query}>{(tenant) => <Form key={tenant.version} tenant={tenant} />}</Loaded>
      {mayChange && (
        <div className={css.danger}>
          <Section title={t.danger} lead={t.dangerText}>
            <Button isDanger icon={Trash2} onClick={() => setRemoving(true)}>
              {t.tasks.delete}
            </Button>
          </Section>
        </div>
      )}
      {isRemoving && <Remove id={id} onClose={() => setRemoving(false)} />}
    </>
  )
}
