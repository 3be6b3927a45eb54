import { request } from 'node:http'
import { expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

it('ends the upstream request when the caller leaves after its upload, before the response', async () => {
  await using gateway = await startGateway()
  const isReceived = Promise.withResolvers<void>()
  const isUpstreamClosed = Promise.withResolvers<boolean>()
  gateway.behaviour.posts = (response) => {
    response.once('close', () => isUpstreamClosed.resolve(response.writableFinished))
    isReceived.resolve() // the body has arrived whole; the picture is being encoded
  }
  const upload = request({ port: gateway.port, host: '127.0.0.1', path: '/api/media', method: 'POST' })
  upload.on('error', () => {})
  upload.end('a picture')
  await isReceived.promise
  upload.destroy()
  expect(await isUpstreamClosed.promise).toBe(false)
})
