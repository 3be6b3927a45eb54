import express from 'express'

const server = express()
  .get('/', (_request, response) => response.json({}))
  .listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`))
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
