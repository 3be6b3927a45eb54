// The page cannot send calls: it has no token (see its sandbox), and the gateway refuses calls of other origins.
SwaggerUIBundle({
  domNode: document.getElementById('documents'),
  url: '/api/openapi.json',
  supportedSubmitMethods: [], // no 'Try it out'
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null } })],
  deepLinking: true,
  docExpansion: 'none', // above 140 open calls, the page never ends to draw them
  validatorUrl: null, // the default validator would send the document to another site
})
