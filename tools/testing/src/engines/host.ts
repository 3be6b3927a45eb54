import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findTestEngine, findTestImage, type TestEngineResult, type TestImageResult } from './find-test-engine.ts'
import { ENGINES_ADDRESS } from './index.ts'

type Found = (TestEngineResult | TestImageResult) & Partial<AsyncDisposable>

/**
 * Opens the server from which the processes of a test run request engines (`/kafka`) and their images (`/kafka/image`). The
 * first request starts an engine; all stop with the run. Later processes find the server through an environment variable.
 */
export async function openEngineHost(): Promise<AsyncDisposable> {
  const found = new Map<string, Promise<Found>>()
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(1)
    const [name = '', part] = path.split('/')
    const result: Promise<Found> = found.get(path) ?? (part === 'image' ? findTestImage(name) : findTestEngine(name))
    found.set(path, result)
    response.setHeader('connection', 'close') // a kept connection may close while the next request is on its way
    response.end(JSON.stringify(await result))
  })
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  process.env[ENGINES_ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      const results = await Promise.all(found.values())
      const whats = new Set(results.flatMap((result) => ('what' in result ? result.what : [])))
      if (whats.size > 0) process.stderr.write(`Tests ran on: ${[...whats].toSorted().join('; ')}\n`)
      for (const result of results) await result[Symbol.asyncDispose]?.()
    },
  }
}
