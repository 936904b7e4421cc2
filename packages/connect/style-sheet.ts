/** The colours are those of the gateway's pages; `--patchbay-accent` is your own. */
const css = `
:host { display: inline-block; color-scheme: light dark; --accent: var(--patchbay-accent, light-dark(#2a53d0, #93adff)); }
button, input {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid light-dark(#8b93a0, #5d6672);
  border-radius: 0.5rem;
  background: light-dark(#ffffff, #14171b);
  color: light-dark(#14171c, #e9ebef);
  font: inherit;
}
button { font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dialog {
  box-sizing: border-box;
  width: min(28rem, calc(100vw - 2rem));
  padding: 1.75rem;
  border: 1px solid light-dark(#e4e7ec, #2b313a);
  border-radius: 0.875rem;
  background: light-dark(#ffffff, #14171b);
  color: light-dark(#14171c, #e9ebef);
}
dialog::backdrop { background: rgb(0 0 0 / 0.45); }
dialog input, dialog button { box-sizing: border-box; width: 100%; margin-top: 0.5rem; overflow-wrap: anywhere; }
.rows { max-height: 60vh; margin: 0.5rem -0.5rem 0; padding: 0 0.5rem 0.5rem; overflow-y: auto; }
.rows button:not([hidden]) { display: flex; align-items: center; gap: 0.75rem; padding: 0.625rem 0.75rem; border-color: light-dark(#e4e7ec, #2b313a); text-align: start; }
.rows button:hover { border-color: light-dark(#8b93a0, #5d6672); }
.rows bdi { flex: 1; }
.rows button::after { content: "\\203a" / ""; color: light-dark(#59616d, #9ca4b0); font-size: 1.25rem; line-height: 1; }
.tile { display: grid; flex: none; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 0.4375rem; background: light-dark(#2a53d0, #3c62dd); color: #ffffff; font-size: 0.875rem; font-weight: 700; }
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
`

let shared: CSSStyleSheet | undefined

/** The style sheet, made by script, so that the page's content security policy needs no `unsafe-inline`. */
export const styleSheet = (): CSSStyleSheet => {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(css)
  }
  return shared
}
