import type { BrandColors } from './brand-colors.ts'

/** The one style sheet of the pages, and its source in their policy. */
export interface StyleSheet {
  readonly css: string
  readonly source: string
}

/** The source of a policy for a text that stands in the page. */
export const inlineSource = (text: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`

/** Shows a mark in place of each box of a right while its switch is on, as nothing is left to choose. */
const coverBoxes = (right: string): string => `
form:has([name="every_${right}"]:checked) .of-${right} input { display: none; }
form:has([name="every_${right}"]:checked) .of-${right} { cursor: default; }
form:has([name="every_${right}"]:checked) .of-${right}::before { content: "\\2713" / "yes:"; color: var(--good); font-weight: 600; text-align: center; }`

const productColors = `
  --accent: light-dark(#2a53d0, #93adff);
  --fill: light-dark(#2a53d0, #3c62dd);
  --on-fill: #ffffff;`

const brandColors = ({ fill, onFill, accent }: BrandColors): string => `
  --accent: light-dark(${accent.light}, ${accent.dark});
  --fill: ${fill};
  --on-fill: ${onFill};`

/** The colours are those of the console (console/tokens.css). */
const colors = (brand: BrandColors | undefined): string => `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f4f7, #0d0f12);
  --card: light-dark(#ffffff, #14171b);
  --sunken: light-dark(#f8f9fb, #1b1f25);
  --text: light-dark(#14171c, #e9ebef);
  --quiet: light-dark(#59616d, #9ca4b0);
  --line: light-dark(#e4e7ec, #2b313a);
  --control-line: light-dark(#8b93a0, #5d6672);
  --wrong: light-dark(#b01c2a, #ff979c);
  --wrong-ground: light-dark(#fdecee, #34161a);
  --good: light-dark(#12673c, #68cf97);${brand ? brandColors(brand) : productColors}
  --mono: ui-monospace, SFMono-Regular, Menlo, "Cascadia Mono", "Liberation Mono", monospace;
}`

const frame = `
* { box-sizing: border-box; }
/* What has the focus stays above the buttons that stay in view. */
html { scroll-padding-bottom: 6rem; }
body {
  margin: 0;
  min-height: 100vh;
  padding: clamp(1.5rem, 8vh, 4.5rem) 1rem 2rem;
  background: var(--ground);
  color: var(--text);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
main {
  width: 100%;
  max-width: 28rem;
  margin: 0 auto;
  padding: 1.75rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.875rem;
  box-shadow: 0 1px 2px light-dark(rgb(16 24 40 / 6%), rgb(0 0 0 / 40%));
  overflow-wrap: anywhere;
}
@media (max-width: 30rem) {
  body { padding: 0; background: var(--card); }
  main { min-height: 100vh; padding: 1.25rem; border: 0; border-radius: 0; box-shadow: none; }
}
.brand { display: flex; align-items: center; gap: 0.625rem; margin: 0 0 1.125rem; font-weight: 600; }
.tile { flex: none; width: 2.75rem; height: 2.75rem; }
.tile text { font-size: 22px; font-weight: 700; }
.brand .initial { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 0.625rem; background: var(--fill); color: var(--on-fill); font-size: 1.25rem; font-weight: 700; }
.brand img { max-width: 9rem; height: 2.75rem; object-fit: contain; border-radius: 0.5rem; }
/* A logo is drawn for light paper. */
@media (prefers-color-scheme: dark) { .brand img { padding: 0.25rem 0.375rem; background: #ffffff; } }
.brand .with { color: var(--quiet); font-weight: 400; }`

const texts = `
h1 { margin: 0 0 0.375rem; font-size: 1.25rem; line-height: 1.3; letter-spacing: -0.01em; }
h2 { margin: 1.25rem 0 0.25rem; font-size: 0.9375rem; }
p { margin: 0.5rem 0 0; }
ul { margin: 0.25rem 0; padding-inline-start: 1.25rem; }
dl { margin: 1rem 0; padding: 0.75rem 0; border-block: 1px solid var(--line); }
dt { color: var(--quiet); font-size: 0.8125rem; }
dd { margin: 0; }
dd + dt { margin-top: 0.5rem; }
a { color: var(--accent); }
code { color: var(--quiet); font: 0.8125rem/1.4 var(--mono); }
pre { margin: 0.25rem 0 0; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken); white-space: pre-wrap; }
pre code { color: inherit; }
mark { padding: 0 0.125rem; border: 1px solid var(--wrong); border-radius: 0.25rem; background: var(--wrong-ground); color: var(--wrong); font: 0.8125rem/1.2 var(--mono); unicode-bidi: isolate; }
.quiet { color: var(--quiet); font-size: 0.8125rem; }
.lead { margin-top: 0; color: var(--quiet); }
.wrong { padding: 0.625rem 0.75rem; border-radius: 0.5rem; background: var(--wrong-ground); color: var(--wrong); }
.wrong code { color: inherit; }
.wrong > :first-child { margin-top: 0; }
.done { padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken); }
h1.good::before { content: "\\2713\\00a0" / ""; color: var(--good); }
.scopes { margin: 0.25rem 0; padding: 0; list-style: none; }
.scopes li { position: relative; padding-inline-start: 1.5rem; }
.scopes li + li { margin-top: 0.25rem; }
.scopes li::before { content: "\\2713" / ""; position: absolute; inset-inline-start: 0.125rem; color: var(--good); font-weight: 600; }
.wrong .scopes li::before { content: "\\00d7" / ""; color: inherit; }
summary { width: max-content; max-width: 100%; margin-top: 0.25rem; padding: 0.25rem 0; border-radius: 0.25rem; color: var(--quiet); font-size: 0.875rem; cursor: pointer; }
/* What is unfolded has these lines, too. */
.scopes:has(+ details[open]) { display: none; }
details .scopes { font-size: 0.875rem; }
.list { list-style: none; margin: 1rem 0; padding: 0; }
.list > li { padding: 1rem 0; border-top: 1px solid var(--line); }
.list h2 { margin: 0; }
.list dl { margin: 0.25rem 0; padding: 0; border: 0; }
.list form { margin-top: 0.75rem; }
.meanings { margin: 0.5rem 0 0; padding-inline-start: 1.25rem; }`

const fields = `
form { margin-top: 1.25rem; }
form + .quiet { margin-top: 1rem; }
label { display: block; margin-top: 0.875rem; font-size: 0.875rem; font-weight: 600; }
input:not([type="checkbox"], [type="radio"]) {
  width: 100%;
  min-height: 2.75rem;
  margin-top: 0.25rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--control-line);
  border-radius: 0.5rem;
  background: var(--card);
  color: inherit;
  font: inherit;
  font-weight: 400;
}
input[aria-invalid="true"]:not([type="checkbox"], [type="radio"]) { border: 2px solid var(--wrong); }
.fault { margin-top: 0.375rem; color: var(--wrong); font-size: 0.875rem; }
.hint { margin-top: 0.25rem; }
form.search { display: flex; gap: 0.5rem; margin-top: 1rem; }
form.search + form { margin-top: 0; }
form.search label { flex: 1; margin: 0; }
form.search input { margin: 0; }
form.search button { flex: none; min-width: 0; }
fieldset { min-width: 0; margin: 0.75rem 0 0; padding: 0.5rem 0.75rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
legend { padding: 0 0.25rem; font-weight: 600; }
label.box { display: grid; grid-template-columns: 1.25rem 1fr; gap: 0 0.625rem; margin-top: 0.25rem; padding: 0.25rem 0; font-size: inherit; cursor: pointer; }
label.box input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
label.box .quiet { grid-column: 2; font-weight: 400; }
label.box .switch { position: relative; width: 2.25rem; height: 1.25rem; appearance: none; border: 1px solid var(--control-line); border-radius: 1rem; cursor: pointer; }
label.box .switch::after { content: ""; position: absolute; top: 0.1875rem; inset-inline-start: 0.1875rem; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--control-line); }
label.box .switch:checked { border-color: var(--accent); background: var(--fill); }
label.box .switch:checked::after { inset-inline-start: 1.1875rem; background: var(--on-fill); }
label.box:has(.switch) { grid-template-columns: 2.25rem 1fr; }
.lines { margin-top: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.line { display: grid; grid-template-columns: 1fr max-content; gap: 0 0.75rem; align-items: center; margin: 0; padding: 0.5rem 0.75rem; border: 0; border-radius: 0; }
.line + .line { border-top: 1px solid var(--line); }
.line legend { float: left; display: flex; align-items: center; gap: 0.5rem; padding: 0; }
.line .tile { width: 1.5rem; height: 1.5rem; }
.line label { display: grid; grid-template-columns: 1.25rem max-content; gap: 0 0.375rem; align-items: start; min-height: 1.5rem; margin: 0; font-weight: 400; cursor: pointer; }
.line > .quiet { grid-column: 1 / -1; margin: 0.125rem 0 0; }
.line input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.pair { display: grid; grid-template-columns: 4.25rem 5.5rem; gap: 0 0.5rem; }
.pair .of-write { grid-column: 2; }
.others { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-top: 0.25rem; }
${['read', 'write'].map(coverBoxes).join('\n')}`

const buttons = `
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
.buttons.stay { position: sticky; bottom: 0; margin: 1.25rem -0.5rem 0; padding: 0.75rem 0.5rem; background: var(--card); }
button, a.button {
  flex: 1 1 max-content;
  min-width: 9rem;
  max-width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--control-line);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
a.button { text-align: center; text-decoration: none; }
button.main, a.button { border-color: var(--accent); background: var(--fill); color: var(--on-fill); }
button.plain { flex: 0 0 auto; min-width: 0; padding: 0.5rem 0; border: 0; color: var(--accent); font-weight: 400; text-decoration: underline; }
.rows { display: grid; gap: 0.5rem; margin-top: 1rem; }
button.row { display: flex; align-items: center; gap: 0.75rem; width: 100%; padding: 0.625rem 0.75rem; border-color: var(--line); text-align: start; }
button.row:hover { border-color: var(--control-line); background: var(--sunken); }
button.row .tile { width: 1.75rem; height: 1.75rem; }
button.row bdi { flex: 1; }
button.row::after { content: "\\203a" / ""; color: var(--quiet); font-size: 1.25rem; line-height: 1; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

/** The style sheet with the brand's colours; left out: the product's own. */
export const buildStyleSheet = (brand?: BrandColors): StyleSheet => {
  const css = [colors(brand), frame, texts, fields, buttons].join('\n')
  return { css, source: inlineSource(css) }
}
