import { ChoiceField } from '../../parts/form/choice.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { Prose } from '../../parts/inline/prose.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { useConfiguration } from '../../state/gateway/reads.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import css from './configuration.module.css'
import { settingsTexts as t } from './settings-texts.ts'

type Setting = ApiSchemas['Setting']
type Group = keyof typeof t.groups

/** The groups of settings, with the names that belong to them; the first match counts. */
const groups: readonly (readonly [Group, RegExp])[] = [
  ['people', /^(OIDC|ENTERPRISE|CLIENT_METADATA|FAILED_LOGINS|REGISTRATIONS)/],
  ['store', /^(MONGODB|DATA_DIR|PATCHBAY_KEYS|AUDIT|ADMIN_API_KEY)/],
  ['access', /^(PORT|HOST|ADMIN_|BASE_URL|BRAND|TRUSTED|SHARED|ALLOWED_ORIGINS|CONNECT|DOCS)/],
  ['jobs', /^(CRONS|WATCH|SUGGESTIONS)/],
  ['out', /^(WEBHOOK|METRICS|OTEL|LOG)/],
  ['calls', /(_MS|_BYTES|MINUTE|PROVIDER|SELF_HOSTED|ALLOWED_PRIVATE|OUTGOING|CACHE)/],
]

const groupOf = ({ name }: Setting): Group => groups.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'

const Value = ({ setting: { value, is_secret, is_changed } }: { readonly setting: Setting }) => {
  // Secrets have no defaults, so a secret that is set differs from the default.
  if (is_secret) return is_changed ? <Badge>{t.secret}</Badge> : words.none
  if (value === null) return words.none
  if (typeof value === 'string') return <code>{value}</code>
  // A line for each member: names and values stay whole.
  return <pre className={css.json}>{JSON.stringify(value, null, 1)}</pre>
}

const One = ({ setting }: { readonly setting: Setting }) => (
  <div className={setting.is_changed ? `${css.setting} ${css.changed}` : css.setting}>
    <dt>
      <code>{setting.name}</code>
    </dt>
    <dd className={css.value}>
      <Value setting={setting} />
    </dd>
    <dd className={css.meaning}>
      <Prose>{setting.meaning}</Prose>
      {setting.is_changed && !setting.is_secret && (
        <small>
          <Prose>{t.defaultIs(setting.default)}</Prose>
        </small>
      )}
    </dd>
  </div>
)

const Groups = ({ settings }: { readonly settings: readonly Setting[] }) => {
  if (settings.length === 0) return <p>{t.noneChanged}</p>
  const byGroup = Map.groupBy(settings, groupOf)
  return (Object.keys(t.groups) as Group[])
    .filter((group) => byGroup.has(group))
    .map((group) => (
      <section key={group} aria-label={t.groups[group]}>
        <h3>{t.groups[group]}</h3>
        <dl className={css.settings}>
          {byGroup.get(group)?.map((setting) => (
            <One key={setting.name} setting={setting} />
          ))}
        </dl>
      </section>
    ))
}

/** The settings: those that somebody has set, or all. */
export const ConfigurationSection = () => {
  const [{ show = 'changed' }, change] = useUrl()
  const query = useConfiguration()
  return (
    <Section
      title={t.configuration}
      lead={t.configurationLead}
      actions={
        <ChoiceField
          label={t.view}
          choices={Object.entries(t.views) as [keyof typeof t.views, string][]}
          value={show === 'all' ? 'all' : 'changed'}
          onChange={(view) => change({ show: view === 'all' ? 'all' : undefined })}
        />
      }
    >
      <Loaded query={query}>
        {(all) => <Groups settings={show === 'all' ? all : all.filter(({ is_changed }) => is_changed)} />}
      </Loaded>
    </Section>
  )
}
