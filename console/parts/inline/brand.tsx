import css from './brand.module.css'

/** The mark of Patchbay: two plugs and the cord between them. */
export const BrandMark = () => (
  <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" />
    <path d="M9.5 10.5h4.2a4 4 0 0 1 4 4v3a4 4 0 0 0 4 4h.8" />
    <circle cx="9.5" cy="10.5" r="3.6" />
    <circle cx="22.5" cy="21.5" r="3.6" />
    <circle cx="22.5" cy="10.5" r="2.3" className={css.free} />
    <circle cx="9.5" cy="21.5" r="2.3" className={css.free} />
  </svg>
)
