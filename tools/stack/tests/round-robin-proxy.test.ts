import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { findFreePort } from '../src/free-port.ts'
import { openRoundRobinProxy } from '../src/round-robin-proxy.ts'

/** Starts a server that sends its name to each connection and echoes what it receives. */
async function startEchoServer(name: string) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.write(name)
    client.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const client of sockets) client.destroy()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

const connectTo = (url: string) => connect(Number(new URL(url).port), '127.0.0.1')

async function readName(url: string): Promise<string> {
  const client = connectTo(url)
  const [name] = await once(client, 'data')
  client.destroy()
  return String(name)
}

describe('the round-robin proxy', () => {
  it('forwards connections to the instances in turn', async () => {
    await using first = await startEchoServer('first')
    await using second = await startEchoServer('second')
    await using proxy = await openRoundRobinProxy([first.url, second.url])
    const names = [
      await readName(proxy.url),
      await readName(proxy.url),
      await readName(proxy.url),
      await readName(proxy.url),
    ]
    expect(names).toEqual(['first', 'second', 'first', 'second'])
  })

  it('skips an instance that refuses the connection', async () => {
    await using second = await startEchoServer('second')
    await using proxy = await openRoundRobinProxy([`http://127.0.0.1:${await findFreePort()}`, second.url])
    expect([await readName(proxy.url), await readName(proxy.url)]).toEqual(['second', 'second'])
  })

  it('forwards both directions and closes with either side', async () => {
    await using first = await startEchoServer('')
    await using proxy = await openRoundRobinProxy([first.url])
    const client = connectTo(proxy.url)
    client.end('first message')
    expect(await text(client)).toBe('first message')

    const other = connectTo(proxy.url)
    other.write('second message')
    await once(other, 'data')
    await first[Symbol.asyncDispose]()
    expect(await once(other, 'close')).toEqual([false])
  })

  it('closes the connection if no instance accepts it', async () => {
    await using none = await openRoundRobinProxy([`http://127.0.0.1:${await findFreePort()}`])
    expect(await once(connectTo(none.url), 'close')).toEqual([false])
  })
})
