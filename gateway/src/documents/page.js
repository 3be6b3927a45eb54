SwaggerUIBundle({
  domNode: document.getElementById('documents'),
  url: '/api/openapi.json',
  deepLinking: true,
  validatorUrl: null, // the default validator would send the document to another site
})
