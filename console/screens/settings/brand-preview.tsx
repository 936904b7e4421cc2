import type { CSSProperties } from 'react'
import { Loaded } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { useConfiguration } from '../../state/gateway/reads.ts'
import css from './brand-preview.module.css'
import { settingsTexts as t } from './settings-texts.ts'

interface Look {
  readonly name: string
  readonly color: string | undefined
  readonly hasLogo: boolean
}

const Page = ({
  look: { name, color, hasLogo },
  scheme,
}: {
  readonly look: Look
  readonly scheme: 'light' | 'dark'
}) => {
  const style = (color === undefined ? {} : { '--brand': color }) as CSSProperties
  return (
    <div className={`${css.page} ${css[scheme]}`} style={style}>
      <p className={css.brand}>
        {hasLogo ? (
          <img className={scheme === 'dark' ? css.onPaper : css.logo} src="/console/logo" alt="" />
        ) : (
          <span className={css.initial} aria-hidden="true">
            {name.charAt(0).toUpperCase()}
          </span>
        )}
        <bdi>{name}</bdi>
      </p>
      <p className={css.heading}>{t.previewHeading(name)}</p>
      <p className={css.text}>{t.previewText}</p>
      <span className={css.main}>{t.previewButton}</span>
    </div>
  )
}

/** A preview of the customers' pages, light and dark, with the configured brand. */
export const BrandPreviewSection = () => (
  <Section title={t.preview} lead={t.previewLead}>
    <Loaded query={useConfiguration()}>
      {(settings) => {
        const findValue = (name: string): unknown => settings.find((setting) => setting.name === name)?.value
        const color = findValue('BRAND_COLOR')
        const look = {
          name: String(findValue('BRAND_NAME')),
          color: typeof color === 'string' ? color : undefined,
          hasLogo: typeof findValue('BRAND_LOGO') === 'string',
        }
        return (
          <div className={css.pages}>
            <Page look={look} scheme="light" />
            <Page look={look} scheme="dark" />
          </div>
        )
      }}
    </Loaded>
  </Section>
)
