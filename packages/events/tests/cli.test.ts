import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { readBusUrl } from '../src/cli/bus-url.ts'
import { parseCommand } from '../src/cli/command.ts'
import { runCommand } from '../src/cli/run-command.ts'
import { type DeadLetter, type Delivery, openBus } from '../src/index.ts'
import type { BusOperator } from '../src/operator/bus-operator.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'
import { createMemberEvent, createTestDeadLetter, noon, publishDeadLetters } from './fixtures.ts'

describe('npm run events', () => {
  const opened = shareAcrossTests(async () => {
    await using opening = new AsyncDisposableStack()
    const { url } = opening.use(await openTestDatabase())
    const bus = opening.use(await openBus(url, { log: testLog }))
    const operator = opening.use(await openBusOperator(url, { log: testLog }))
    const resources = opening.move()
    const start = (args: string, signal = new AbortController().signal) => {
      const lines: string[] = []
      const now = () => new Date(noon.getTime() + 3 * 3_600_000)
      const done = runCommand(parseCommand(args.split(' ')), {
        bus,
        operator,
        print: (line) => lines.push(line),
        now,
        signal,
      })
      return { lines, done }
    }
    const run = async (args: string) => {
      const { lines, done } = start(args)
      await done
      return lines.join('\n')
    }
    return { bus, start, run, [Symbol.asyncDispose]: () => resources.disposeAsync() }
  })
  const createDeadLetter = (consumer: string, offset: string, event: unknown): DeadLetter =>
    createTestDeadLetter({ offset, consumer, event, cause: 'Error: line\none' })

  it('lists dead letters, and replays the selected ones', async () => {
    const { bus, run } = await opened()
    const [one, two] = [createMemberEvent(1), createMemberEvent(2)]
    await publishDeadLetters(
      bus,
      createDeadLetter('posts', '41', one),
      createDeadLetter('posts', '42', two),
      createDeadLetter('auth', '42', two),
    )
    const [titles, first] = (await run('dead members')).split('\n')
    expect(titles).toMatch(/^topic {4}offset {2}consumer {2}age/)
    expect(first).toMatch(new RegExp(`^members {2}41 +posts +3 h +${one.id} {2}Error: line one$`))
    expect(await run(`replay members --id ${two.id} --consumer auth`)).toMatch(/^Replayed 1\./)
    expect(await run('dead')).toMatch(/41 .*\n.*42 +posts/)
    expect(await run('replay members --all')).toMatch(/^Replayed 2\./)
    expect(await run('replay members --all')).toBe('No matching dead letters')
    expect(await run('dead')).toBe('No dead letters')
  })

  it('reads no further page after the dead letter of an event and a consumer, which exists once', async () => {
    const [first, second] = [createMemberEvent(1), createMemberEvent(2)]
    let readPages = 0
    const operator = {
      async *readDeadLetterPages() {
        for (const event of [first, second]) {
          readPages += 1
          yield [{ offset: `${readPages}`, deadLetter: createDeadLetter('posts', '41', event) }]
        }
      },
      replay: async (deadLetters: readonly unknown[]) => deadLetters.length,
    } as unknown as BusOperator
    const deps = { bus: { publish: async () => {} }, operator, print: () => {}, now: () => noon }
    const replay = (args: string) =>
      runCommand(parseCommand(args.split(' ')), { ...deps, signal: new AbortController().signal })
    await replay(`replay members --id ${first.id} --consumer posts`)
    expect(readPages).toBe(1)
    await replay(`replay members --id ${first.id}`) // other consumers may have rejected it, too
    expect(readPages).toBe(3)
  })

  it('prints the lag of each consumer', async () => {
    const { bus, run } = await opened()
    await using _ = await bus.subscribe({ group: 'slow', topics: ['posts'], handle: async () => {} })
    await eventually(async () => expect(await run('lag')).toMatch(/^group +topic +lag +oldest\nslow +posts +0 +-$/m))
  })

  it('prints new events until it is interrupted', async () => {
    const { bus, start } = await opened()
    const stopped = new AbortController()
    const { lines, done } = start('tail members', stopped.signal)
    const event = createMemberEvent(1)
    await eventually(async () => {
      await bus.publish([event])
      expect(lines.at(-1)).toMatch(
        new RegExp(`^members  \\d+  ${event.time}  ${event.type}  ${event.subject}  ${event.id}$`),
      )
    })
    stopped.abort()
    await done
  })

  it('requests snapshots of members, each time under a new id', async () => {
    const { bus, run } = await opened()
    const received: unknown[] = []
    const handle = async (batch: readonly Delivery[]) => void received.push(...batch.map(({ event }) => event))
    for (let times = 0; times < 2; times += 1) expect(await run('republish members')).toMatch(/^Requested/)
    await using _ = await bus.subscribe({ group: 'owner', topics: ['members'], handle })
    const listRequests = () => (received as DomainEvent[]).filter(({ type }) => type === 'members.snapshot-requested')
    await eventually(() => expect(new Set(listRequests().map(({ subject }) => subject)).size).toBe(2))
  })

  it.each([
    ['', 'Unknown command'],
    ['prune', "Unknown command 'prune'"],
    ['tail cats', "Unknown topic 'cats'"],
    ['tail members posts', "Unexpected argument 'posts'"],
    ['replay', 'a topic'],
    ['replay members', '--id ID or --all'],
    ['replay members --all --id x', '--id ID or --all'],
    ['republish', 'republish members'],
    ['republish posts', 'Only members'],
    ['dead --loud', '--loud'],
  ])('rejects %j and prints the usage', (args, why) => {
    const attempt = () => parseCommand(args.split(' '))
    expect(attempt).toThrow(why)
    expect(attempt).toThrow('npm run events -- tail')
  })

  it('reads the URL from the environment, then from the data folder, and explains both if neither has one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-events-'))
    await writeFile(join(dir, 'bus-url'), 'postgres://stored\n')
    expect(await readBusUrl({ BUS_URL: 'postgres://given', DATA_DIR: dir })).toBe('postgres://given')
    expect(await readBusUrl({ BUS_URL_FILE: join(dir, 'bus-url') })).toBe('postgres://stored')
    expect(await readBusUrl({ DATA_DIR: dir })).toBe('postgres://stored')
    await rm(dir, { recursive: true })
    await expect(readBusUrl({ DATA_DIR: dir })).rejects.toThrow('Set BUS_URL')
  })
})
