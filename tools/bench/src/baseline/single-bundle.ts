import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFrontendHandler } from '@meadow/frontend-server'
import type { BenchProduct } from '../product/open-product.ts'
import { startProcessCopy } from '../product/start-process-copy.ts'

const BUILD = join(import.meta.dirname, 'build-single-bundle.mjs')

/** Builds the front ends as one bundle, and serves it behind a second gateway to the same services. */
export async function startSingleBundle(product: BenchProduct): Promise<AsyncDisposable & { url: string }> {
  await using starting = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'meadow-single-'))
  starting.defer(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)(process.execPath, [BUILD, folder])
  const server = createServer(createFrontendHandler(join(folder, 'frontends')))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  starting.defer(() => void server.close())
  const { port } = server.address() as AddressInfo
  const gateway = starting.use(
    await startProcessCopy(product, 'gateway', { FRONTENDS_URL: `http://127.0.0.1:${port}` }),
  )
  const all = starting.move()
  return { url: gateway.url, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
