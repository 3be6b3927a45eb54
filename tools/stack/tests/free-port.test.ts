import { createServer } from 'node:net'
import { expect, it } from '@jest/globals'
import { findFreePort } from '../src/free-port.ts'

it('finds another port at each call, below those of outgoing connections', async () => {
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  expect(new Set(ports).size).toBe(3)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

it('leaves out a port that is taken', async () => {
  const taken = (await findFreePort()) + 1
  const server = createServer()
  await new Promise<void>((resolve) => server.once('error', () => resolve()).listen(taken, '127.0.0.1', resolve))
  expect(await findFreePort()).not.toBe(taken)
  server.close()
})
