import { Modal } from '../../parts/over/modal.tsx'
import { Code } from '../../parts/page/code.tsx'
import { documentation } from '../../state/gateway/session.ts'
import { providersTexts as t } from './providers-texts.ts'

/** The ways to a provider that isn't there. All of them run beside the gateway: the console writes no code. */
export const AddProvider = ({ onClose }: { readonly onClose: () => void }) => (
  <Modal title={t.add} isWide onClose={onClose}>
    <p>{t.addText}</p>
    {t.ways.map(({ title, command, guide, more }) => (
      <section key={guide} aria-label={title}>
        <h3>{title}</h3>
        <Code label={title}>{command}</Code>
        {documentation !== undefined && (
          <p>
            <a href={`${documentation}${guide}`}>{more}</a>
          </p>
        )}
      </section>
    ))}
  </Modal>
)
