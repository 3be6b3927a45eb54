import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { describeOnEachEngine, eventually } from '@meadow/testing'
import { onSharedMongo } from '@meadow/testing/mongo'
import { openMongo } from '../src/index.ts'

/** Forwards connections to the server of `url` until `stop`, as if that server was stopped and started again. */
async function startForwarder(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const forwarded = connect(Number(target.port), target.hostname)
    for (const one of [socket, forwarded]) sockets.add(one.on('error', () => {}))
    socket.pipe(forwarded).pipe(socket)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `mongodb://127.0.0.1:${port}/test?directConnection=true`,
    start: () => listen(port),
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

describeOnEachEngine(await onSharedMongo((url) => url), (getUrl) => {
  it('a ping takes no connection of the pool, fails while the server is away, and succeeds again afterwards', async () => {
    const forwarder = await startForwarder(getUrl())
    try {
      await using mongo = await openMongo(forwarder.url)
      let checkedOut = 0
      mongo.db.client.on('connectionCheckOutStarted', () => checkedOut++)
      await eventually(() => mongo.ping())
      expect(checkedOut).toBe(0)
      await forwarder.stop()
      await eventually(() => expect(mongo.ping()).rejects.toThrow())
      await forwarder.start()
      await eventually(() => mongo.ping())
    } finally {
      await forwarder.stop()
    }
  })
})
