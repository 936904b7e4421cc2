const css = `
:host { display: inline-block; color-scheme: light dark; }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid light-dark(#545c69, #a5aebc);
  border-radius: 0.5rem;
  background: light-dark(#ffffff, #1a1f27);
  color: light-dark(#171a1f, #e9ecf1);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
:focus-visible { outline: 3px solid light-dark(#1f4fd1, #8db0ff); outline-offset: 2px; }
dialog { width: min(22rem, calc(100vw - 2rem)); padding: 1.25rem; border: 0; border-radius: 0.75rem; }
dialog::backdrop { background: rgb(0 0 0 / 0.45); }
dialog button { display: block; width: 100%; margin-top: 0.625rem; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.125rem; }
`

let shared: CSSStyleSheet | undefined

/** Made by script, so that the page's content security policy needs no `unsafe-inline`. */
export const styleSheet = (): CSSStyleSheet => {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(css)
  }
  return shared
}
