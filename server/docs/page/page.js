const operations = [...document.querySelectorAll('details.operation')]

/** The searched text of an operation: method, path, summary and tag. */
const searched = new Map(
  operations.map((operation) => {
    const { textContent } = operation.querySelector('summary')
    const tag = operation.closest('section').querySelector('h2').textContent
    return [operation, `${textContent} ${operation.id} ${tag}`.toLowerCase()]
  }),
)

document.getElementById('search').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/)
  for (const operation of operations) operation.hidden = !words.every((word) => searched.get(operation).includes(word))
  for (const section of document.querySelectorAll('main section'))
    section.hidden = !section.querySelector('details.operation:not([hidden])')
  document.getElementById('nothing').hidden = operations.some(({ hidden }) => !hidden)
})

/** Swagger UI and the document are loaded with the first operation that is opened. */
let library
const loadLibrary = () => {
  library ??= (async () => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/docs/swagger-ui.css' })
    // Ours come after it.
    document.querySelector('link[rel="stylesheet"]').before(sheet)
    const script = Object.assign(document.createElement('script'), { src: '/docs/swagger-ui-bundle.js' })
    const loaded = new Promise((resolve, reject) => {
      script.onload = resolve
      script.onerror = () => reject(new Error('The API reference could not load its library'))
    })
    document.head.append(script)
    const [answer] = await Promise.all([fetch('/openapi.json'), loaded])
    return answer.json()
  })()
  return library
}

/** The components that `part` refers to, and those that they refer to. */
const findComponents = (whole, part) => {
  const found = { securitySchemes: whole.components.securitySchemes }
  const visit = (value) => {
    if (value === null || typeof value !== 'object') return
    if (typeof value.$ref === 'string') {
      const [, , kind, name] = value.$ref.split('/')
      if (found[kind]?.[name]) return
      found[kind] = { ...found[kind], [name]: whole.components[kind][name] }
      visit(found[kind][name])
      return
    }
    for (const member of Object.values(value)) visit(member)
  }
  visit(part)
  return found
}

/** The document with one operation and what it refers to: with all the others Swagger UI takes seconds. */
const cut = (whole, id) => {
  for (const [path, item] of Object.entries(whole.paths)) {
    const { get, post, put, patch, delete: remove, ...shared } = item
    const [found] = Object.entries({ get, post, put, patch, delete: remove }).filter(
      ([, one]) => one?.operationId === id,
    )
    if (!found) continue
    const paths = { [path]: { ...shared, [found[0]]: found[1] } }
    return { ...whole, paths, components: findComponents(whole, paths) }
  }
  return whole
}

/** The form that was used last: what was typed there as a key is for the others, too, and is kept nowhere else. */
let last
const showForm = async (operation) => {
  const domNode = operation.querySelector('.form')
  if (domNode.dataset.state) return
  domNode.dataset.state = 'loading'
  domNode.textContent = 'Loading…'
  const whole = await loadLibrary()
  domNode.textContent = ''
  const ui = window.SwaggerUIBundle({
    spec: cut(whole, operation.id),
    domNode,
    displayRequestDuration: true,
    docExpansion: 'full',
    // No list of all schemas: the operation shows its own.
    defaultModelsExpandDepth: -1,
    // Otherwise the document would be sent to a validator on another host.
    validatorUrl: 'none',
    onComplete() {
      domNode.dataset.state = 'shown'
      const authorized = last?.authSelectors.authorized()?.toJS() ?? {}
      if (Object.keys(authorized).length > 0) ui.authActions.authorize(authorized)
      last = ui
    },
  })
}

for (const operation of operations) {
  operation.addEventListener('toggle', () => {
    if (!operation.open) return
    history.replaceState(null, '', `#${operation.id}`)
    showForm(operation).catch((error) => {
      const node = operation.querySelector('.form')
      delete node.dataset.state
      node.textContent = error.message
    })
  })
}

/** Links to an operation open it. */
const follow = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}
addEventListener('hashchange', follow)
follow()

const isDark = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', isDark.matches)
isDark.addEventListener('change', applyScheme)
applyScheme()
