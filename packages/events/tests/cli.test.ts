import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { busAddress } from '../src/cli/bus-address.ts'
import { readWish } from '../src/cli/options.ts'
import { run } from '../src/cli/run.ts'
import { type DeadLetter, type Delivery, openBus } from '../src/index.ts'
import { openBusOperator } from '../src/operate/open-operator.ts'
import { change, noon } from './given.ts'

describe('npm run events', () => {
  const opened = shareAcrossTests(async () => {
    await using opening = new AsyncDisposableStack()
    const { url } = opening.use(await openTestDatabase())
    const bus = opening.use(await openBus(url, { log: testLog }))
    const operator = opening.use(await openBusOperator(url, { log: testLog }))
    const kept = opening.move()
    const begin = (args: string, signal = new AbortController().signal) => {
      const said: string[] = []
      const now = () => new Date(noon.getTime() + 3 * 3_600_000)
      const done = run(readWish(args.split(' ')), { bus, operator, say: (line) => said.push(line), now, signal })
      return { said, done }
    }
    const ask = async (args: string) => {
      const { said, done } = begin(args)
      await done
      return said.join('\n')
    }
    return { bus, begin, ask, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  })
  const died = (consumer: string, position: string, event: unknown): DeadLetter => ({
    ...{ topic: 'members', offset: position, consumer, event, cause: 'Error: line\none', failedAt: noon.toISOString() },
  })

  it('lists dead letters with what one must know, and replays those that are named', async () => {
    const { bus, ask } = await opened()
    const [one, two] = [change(1), change(2)]
    await bus.publishDeadLetter(died('posts', '41', one))
    await bus.publishDeadLetter(died('posts', '42', two))
    await bus.publishDeadLetter(died('auth', '42', two))
    const [titles, first] = (await ask('dead members')).split('\n')
    expect(titles).toMatch(/^topic {4}position {2}consumer {2}age/)
    expect(first).toMatch(new RegExp(`^members {2}41 +posts +3 h +${one.id} {2}Error: line one$`))
    expect(await ask(`replay members --id ${two.id} --consumer auth`)).toMatch(/^1 brought again/)
    expect(await ask('dead')).toMatch(/41 .*\n.*42 +posts/)
    expect(await ask('replay members --all')).toMatch(/^2 brought again/)
    expect(await ask('replay members --all')).toBe('No such dead letters')
    expect(await ask('dead')).toBe('No dead letters')
  })

  it('shows how far each consumer is behind', async () => {
    const { bus, ask } = await opened()
    await using _ = await bus.subscribe({ group: 'slow', topics: ['posts'], handle: async () => {} })
    await eventually(async () => expect(await ask('lag')).toMatch(/^group +topic +behind +oldest\nslow +posts +0 +-$/m))
  })

  it('shows events as they come until it is interrupted', async () => {
    const { bus, begin } = await opened()
    const over = new AbortController()
    const { said, done } = begin('tail members', over.signal)
    const event = change(1)
    await eventually(async () => {
      await bus.publish([event])
      expect(said.at(-1)).toMatch(
        new RegExp(`^members  \\d+  ${event.time}  ${event.type}  ${event.subject}  ${event.id}$`),
      )
    })
    over.abort()
    await done
  })

  it('asks the owners of members to tell again, in a round of its own each time', async () => {
    const { bus, ask } = await opened()
    const asked: unknown[] = []
    const handle = async (batch: readonly Delivery[]) => void asked.push(...batch.map(({ event }) => event))
    for (let times = 0; times < 2; times += 1) expect(await ask('republish members')).toMatch(/^Asked/)
    await using _ = await bus.subscribe({ group: 'owner', topics: ['members'], handle })
    const rounds = () => (asked as DomainEvent[]).filter(({ type }) => type === 'members.snapshot-requested')
    await eventually(() => expect(new Set(rounds().map(({ subject }) => subject)).size).toBe(2))
  })

  it.each([
    ['', 'There is no'],
    ['prune', "There is no 'prune'"],
    ['tail cats', "There is no topic 'cats'"],
    ['tail members posts', 'one word too many'],
    ['replay', 'a topic'],
    ['replay members', '--id ID, or --all'],
    ['replay members --all --id x', '--id ID, or --all'],
    ['republish', 'republish members'],
    ['republish posts', 'Only members'],
    ['dead --loud', '--loud'],
  ])('refuses %j and says what it can do', (args, why) => {
    const attempt = () => readWish(args.split(' '))
    expect(attempt).toThrow(why)
    expect(attempt).toThrow('npm run events -- tail')
  })

  it('takes the address from the environment, else from the data folder, else says how', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-events-'))
    await writeFile(join(dir, 'bus-url'), 'postgres://kept\n')
    expect(await busAddress({ BUS_URL: 'postgres://given', DATA_DIR: dir })).toBe('postgres://given')
    expect(await busAddress({ DATA_DIR: dir })).toBe('postgres://kept')
    await rm(dir, { recursive: true })
    await expect(busAddress({ DATA_DIR: dir })).rejects.toThrow('Set BUS_URL')
  })
})
