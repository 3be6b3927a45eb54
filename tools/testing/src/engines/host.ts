import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findTestEngine } from './find.ts'
import { ENGINES_ADDRESS } from './index.ts'

/**
 * Opens the server from which the processes of a test run request engines. The first request starts an engine; all stop
 * with the run. Later processes find the server through an environment variable.
 */
export async function openEngineHost(): Promise<AsyncDisposable> {
  const found = new Map<string, ReturnType<typeof findTestEngine>>()
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1)
    const engine = found.get(name) ?? findTestEngine(name)
    found.set(name, engine)
    response.setHeader('connection', 'close') // a kept connection may close while the next request is on its way
    response.end(JSON.stringify(await engine))
  })
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  process.env[ENGINES_ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      const engines = await Promise.all(found.values())
      const whats = engines.flatMap((engine) => ('what' in engine ? engine.what : []))
      if (whats.length > 0) process.stderr.write(`Tests ran on: ${whats.toSorted().join('; ')}\n`)
      for (const engine of engines) if (Symbol.asyncDispose in engine) await engine[Symbol.asyncDispose]()
    },
  }
}
