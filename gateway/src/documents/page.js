SwaggerUIBundle({
  domNode: document.getElementById('documents'),
  url: '/api/openapi.json',
  deepLinking: true,
  validatorUrl: null, // it would send the document to somebody else
})
