import { Button } from '../../parts/button.tsx'
import { Plus } from '../../parts/inline/shapes.ts'
import { ScreenPage } from '../../parts/page/page.tsx'
import { useMay } from '../../state/gateway/session.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { ConnectLinks } from './connect-links.tsx'
import { connectTexts as t } from './connect-texts.ts'
import { MakeLink } from './make-link.tsx'
import { VendorApps } from './vendor-apps.tsx'

export const Connect = () => {
  const mayChange = useMay('operator')
  const [{ create, for: tenant = '', account }, change] = useUrl()
  return (
    <ScreenPage
      title={words.screens.connect}
      lead={t.lead}
      actions={
        mayChange && (
          <Button isMain icon={Plus} onClick={() => change({ create: 'on' })}>
            {words.connectLink.create}
          </Button>
        )
      }
    >
      <ConnectLinks />
      <VendorApps />
      {create !== undefined && mayChange && (
        <MakeLink
          tenant={tenant}
          account={account}
          onClose={() => change({ create: undefined, for: undefined, account: undefined })}
        />
      )}
    </ScreenPage>
  )
}
