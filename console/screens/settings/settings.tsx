import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { formatBytes } from '../../parts/inline/numbers.ts'
import { Archive } from '../../parts/inline/shapes.ts'
import { saveFile } from '../../parts/list/save-file.ts'
import { Loaded } from '../../parts/page/loaded.tsx'
import { Facts, ScreenPage, Section } from '../../parts/page/page.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { words } from '../../words.ts'
import { AdminKeysSection } from './admin-keys.tsx'
import { BrandPreviewSection } from './brand-preview.tsx'
import { ConfigurationSection } from './configuration.tsx'
import { settingsTexts as t } from './settings-texts.ts'

const Backup = ({ onClose }: { readonly onClose: () => void }) => (
  <FormModal
    title={t.backUp}
    text={t.backUpText}
    submit={t.backUpNow}
    onClose={onClose}
    send={async () => {
      const archive = await unwrap(api.POST('/admin/backup', { parseAs: 'blob' }))
      const name = `patchbay-${new Date().toISOString().slice(0, 10)}.tar`
      saveFile(archive, name)
      return <p role="status">{t.backedUp(name, formatBytes(archive.size))}</p>
    }}
  />
)

export const SettingsScreen = () => {
  const mayOwn = useMay('owner')
  const [isBackingUp, setBackingUp] = useState(false)
  const version = useQuery({ queryKey: ['version'], queryFn: () => unwrap(api.GET('/admin/version')) })
  return (
    <ScreenPage
      title={words.screens.settings}
      lead={t.lead}
      actions={
        mayOwn &&
        version.data?.store === 'embedded' && (
          <Button icon={Archive} onClick={() => setBackingUp(true)}>
            {t.backUp}
          </Button>
        )
      }
    >
      <AdminKeysSection />
      <Section title={t.versions}>
        <Loaded query={version}>
          {({ version: own, bun, store, gateways }) => (
            <Facts
              facts={[
                [words.version, own],
                ['Bun', bun],
                [t.store, t.stores[store]],
                ...(gateways.length > 1
                  ? [[t.gateways, gateways.map(({ host, version: of }) => `${host} (${of})`).join(', ')] as const]
                  : []),
              ]}
            />
          )}
        </Loaded>
      </Section>
      <BrandPreviewSection />
      <ConfigurationSection />
      {isBackingUp && <Backup onClose={() => setBackingUp(false)} />}
    </ScreenPage>
  )
}
