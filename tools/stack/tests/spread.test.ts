import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { freePort } from '../src/free-port.ts'
import { spread } from '../src/spread.ts'

/** Says its name to whoever connects, and repeats what it hears. */
async function anInstance(name: string) {
  const held = new Set<Socket>()
  const server = createServer((caller) => {
    held.add(caller)
    caller.write(name)
    caller.pipe(caller)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const caller of held) caller.destroy()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

const call = (url: string) => connect(Number(new URL(url).port), '127.0.0.1')

async function nameAt(url: string): Promise<string> {
  const caller = call(url)
  const [name] = await once(caller, 'data')
  caller.destroy()
  return String(name)
}

describe('one address for several instances', () => {
  it('gives connections to each in turn', async () => {
    await using first = await anInstance('first')
    await using second = await anInstance('second')
    await using both = await spread([first.url, second.url])
    const names = [await nameAt(both.url), await nameAt(both.url), await nameAt(both.url), await nameAt(both.url)]
    expect(names).toEqual(['first', 'second', 'first', 'second'])
  })

  it('passes over one that is not there', async () => {
    await using second = await anInstance('second')
    await using both = await spread([`http://127.0.0.1:${await freePort()}`, second.url])
    expect([await nameAt(both.url), await nameAt(both.url)]).toEqual(['second', 'second'])
  })

  it('carries what both sides say, and ends with either', async () => {
    await using first = await anInstance('')
    await using both = await spread([first.url])
    const caller = call(both.url)
    caller.end('said')
    expect(await text(caller)).toBe('said')

    const other = call(both.url)
    other.write('heard')
    await once(other, 'data')
    await first[Symbol.asyncDispose]()
    expect(await once(other, 'close')).toEqual([false])
  })

  it('refuses where none is there', async () => {
    await using none = await spread([`http://127.0.0.1:${await freePort()}`])
    expect(await once(call(none.url), 'close')).toEqual([false])
  })
})
