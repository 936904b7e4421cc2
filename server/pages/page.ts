import type { Reply } from '../http/exchange.ts'
import { type Html, html } from './html.ts'
import { logoPath } from './logo.ts'

/** What the operator's pages call the gateway, and whether they show a logo. */
export interface Brand {
  readonly name: string
  readonly hasLogo: boolean
}

/** `brandLogo`: the logo; `null`: there is none. */
export const buildBrand = ({
  brandName,
  brandLogo,
}: {
  readonly brandName: string
  readonly brandLogo: object | null
}): Brand => ({
  name: brandName,
  hasLogo: brandLogo !== null,
})

/** Where the switch for a right is on, a mark stands in place of each box of that right: there is nothing to choose. */
const coverBoxes = (right: string): string => `
form:has([name="every_${right}"]:checked) .of-${right} input { display: none; }
form:has([name="every_${right}"]:checked) .of-${right} { cursor: default; }
form:has([name="every_${right}"]:checked) .of-${right}::before { content: "\\2713" / "yes:"; color: var(--good); font-weight: 600; text-align: center; }`

const css = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f4f6, #101318);
  --card: light-dark(#ffffff, #1a1f27);
  --text: light-dark(#171a1f, #e9ecf1);
  --quiet: light-dark(#545c69, #a5aebc);
  --line: light-dark(#c9ced6, #3d4654);
  --accent: light-dark(#1f4fd1, #8db0ff);
  --on-accent: light-dark(#ffffff, #0c1633);
  --wrong: light-dark(#a81621, #ff9c9c);
  --wrong-ground: light-dark(#fdecec, #3a1a1e);
  --good: light-dark(#13703a, #7fd49a);
}
* { box-sizing: border-box; }
/* What has the focus stays above the buttons that stay in view. */
html { scroll-padding-bottom: 6rem; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 1.5rem 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
main {
  width: 100%;
  max-width: 30rem;
  padding: clamp(1.25rem, 5vw, 2.25rem);
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  overflow-wrap: anywhere;
}
.brand { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1rem; font-weight: 600; }
.brand img { max-width: 8rem; height: 2rem; object-fit: contain; }
h1 { margin: 0 0 0.75rem; font-size: 1.4rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.5rem 0 0; }
ul { margin: 0.25rem 0; padding-left: 1.25rem; }
dl { margin: 1rem 0; padding: 0.75rem 0; border-block: 1px solid var(--line); }
dt { color: var(--quiet); font-size: 0.875rem; }
dd { margin: 0; }
dd + dt { margin-top: 0.5rem; }
a { color: var(--accent); }
.scopes { margin-bottom: 1rem; }
.scopes li + li { margin-top: 0.375rem; }
.wrong .scopes { margin-bottom: 0.5rem; }
.wrong code { color: inherit; }
.wrong > :first-child { margin-top: 0; }
h1.good::before { content: "\\2713\\00a0" / ""; color: var(--good); }
code { color: var(--quiet); font: 0.8125rem/1.4 ui-monospace, "SFMono-Regular", "Liberation Mono", monospace; }
pre { margin: 0.25rem 0 0; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; white-space: pre-wrap; }
pre code { color: inherit; }
mark { padding: 0 0.125rem; border: 1px solid var(--wrong); border-radius: 0.25rem; background: var(--wrong-ground); color: var(--wrong); font: 0.8125rem/1.2 ui-monospace, "SFMono-Regular", "Liberation Mono", monospace; unicode-bidi: isolate; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
form { margin-top: 1.5rem; }
.wrong { padding: 0.625rem 0.75rem; border-radius: 0.5rem; background: var(--wrong-ground); color: var(--wrong); }
label { display: block; margin-top: 0.75rem; font-weight: 600; }
input:not([type="checkbox"], [type="radio"]) {
  width: 100%;
  margin-top: 0.25rem;
  padding: 0.625rem 0.75rem;
  border: 1px solid var(--quiet);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
}
input[aria-invalid="true"] { border-color: var(--wrong); }
fieldset { min-width: 0; margin: 0.75rem 0 0; padding: 0.5rem 0.75rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
legend { padding: 0 0.25rem; font-weight: 600; }
label.box { display: grid; grid-template-columns: 1.25rem 1fr; gap: 0 0.625rem; margin-top: 0.25rem; padding: 0.25rem 0; cursor: pointer; }
label.box input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
label.box .quiet { grid-column: 2; font-weight: 400; }
label.box .switch { position: relative; width: 2.25rem; height: 1.25rem; appearance: none; border: 1px solid var(--quiet); border-radius: 1rem; cursor: pointer; }
label.box .switch::after { content: ""; position: absolute; top: 0.1875rem; left: 0.1875rem; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--quiet); }
label.box .switch:checked { border-color: var(--accent); background: var(--accent); }
label.box .switch:checked::after { left: 1.1875rem; background: var(--on-accent); }
label.box:has(.switch) { grid-template-columns: 2.25rem 1fr; }
.lines { margin-top: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.line { display: grid; grid-template-columns: 1fr max-content; gap: 0 0.75rem; align-items: center; margin: 0; padding: 0.5rem 0.75rem; border: 0; border-radius: 0; }
.line + .line { border-top: 1px solid var(--line); }
.line legend { float: left; padding: 0; }
.line label { display: grid; grid-template-columns: 1.25rem max-content; gap: 0 0.375rem; align-items: start; min-height: 1.5rem; margin: 0; font-weight: 400; cursor: pointer; }
.line > .quiet { grid-column: 1 / -1; margin: 0.125rem 0 0; }
.line input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.pair { display: grid; grid-template-columns: 4.25rem 5.5rem; gap: 0 0.5rem; }
.pair .of-write { grid-column: 2; }
.others { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-top: 0.25rem; }
.meanings { margin: 0.5rem 0 0; padding-left: 1.25rem; }
${['read', 'write'].map(coverBoxes).join('\n')}
.done { padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.list { list-style: none; margin: 1rem 0; padding: 0; }
.list > li { padding: 1rem 0; border-top: 1px solid var(--line); }
.list h2 { margin: 0; }
.list dl { margin: 0.25rem 0; padding: 0; border: 0; }
.list form { margin-top: 0.75rem; }
.buttons.stay { position: sticky; bottom: 0; margin: 1.25rem -0.5rem 0; padding: 0.75rem 0.5rem; border-top: 1px solid var(--line); background: var(--card); }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
button, a.button {
  flex: 1 1 max-content;
  min-width: 9rem;
  max-width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--quiet);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
a.button { text-align: center; text-decoration: none; }
button.plain {
  flex: 0 0 auto;
  min-width: 0;
  min-height: 2.75rem;
  padding: 0.5rem 0;
  border: 0;
  color: var(--accent);
  font-weight: 400;
  text-decoration: underline;
}
button.main, a.button { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

const inlineSource = (text: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
const styleSource = inlineSource(css)

/**
 * Allows only the style above, and the script of a page that has one. There is no `form-action`, because browsers also apply it to every redirect after a form
 * (https://github.com/w3c/webappsec-csp/issues/8). The client's own site may redirect further, for example to its application, and
 * the gateway can't know where.
 */
const policy = ({ hasLogo }: Brand, script: string | undefined): string =>
  `default-src 'none'; style-src ${styleSource};${script === undefined ? '' : ` script-src ${inlineSource(script)};`}${hasLogo ? " img-src 'self';" : ''} base-uri 'none'; frame-ancestors 'none'`

export interface HtmlPage {
  readonly brand: Brand
  readonly status: number
  readonly title: string
  readonly content: Html
  /** A fixed text, which the page works without. */
  readonly script?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

// The name stands beside the logo, so the logo says nothing more to a screen reader.
const header = ({ name, hasLogo }: Brand): Html =>
  html`<p class="brand">${hasLogo ? html`<img src="${logoPath}" alt="">` : html``}<bdi>${name}</bdi></p>`

/** A page for people: no script of others, no foreign content, light and dark. The app adds the headers of every answer. */
export const pageReply = ({ brand, status, title, content, script, headers }: HtmlPage): Reply => ({
  status,
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ html: css }}</style>
</head>
<body>
<main>
${header(brand)}
${content}
</main>${
    script === undefined
      ? html``
      : html`
<script>${{ html: script }}</script>`
  }
</body>
</html>
`.html,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(brand, script),
    ...headers,
  },
})
