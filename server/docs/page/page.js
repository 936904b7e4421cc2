window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  // No list of all schemas: each operation shows its own.
  defaultModelsExpandDepth: -1,
  // Otherwise the document would be sent to a validator on another host.
  validatorUrl: 'none',
})
