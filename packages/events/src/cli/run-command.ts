import { events } from '@meadow/contracts'
import { newId } from '@meadow/service'
import type { Bus } from '../bus/bus.ts'
import { createEvent } from '../create-event.ts'
import type { BusOperator } from '../operator/bus-operator.ts'
import type { EventsCommand } from './command.ts'
import { formatDeadLetters, formatEvent, formatLag, getDeadLetterId } from './format.ts'

type CommandDeps = {
  bus: Pick<Bus, 'publish'>
  operator: BusOperator
  print: (line: string) => void
  now: () => Date
  signal: AbortSignal
}

/** Runs a command, and prints its result. */
export async function runCommand(command: EventsCommand, deps: CommandDeps): Promise<void> {
  const { operator, print, now, signal } = deps
  switch (command.command) {
    case 'tail':
      for await (const delivery of operator.tail(command.topics, signal))
        print(command.json ? JSON.stringify(delivery) : formatEvent(delivery))
      return
    case 'lag':
      return print(formatLag(await operator.lag(), now()))
    case 'dead':
      return printDeadLetters(command, deps)
    case 'replay':
      return replayDeadLetters(command, deps)
    case 'republish':
      return republishMembers(deps)
  }
}

async function printDeadLetters(
  { topic, json }: EventsCommand & { command: 'dead' },
  { operator, print, now, signal }: CommandDeps,
): Promise<void> {
  let isFirst = true
  for await (const page of operator.readDeadLetterPages(topic)) {
    if (signal.aborted) return
    if (json) for (const deadLetter of page) print(JSON.stringify(deadLetter))
    else print(formatDeadLetters(page, { now: now(), hasTitles: isFirst }))
    isFirst = false
  }
  if (isFirst && !json) print('No dead letters')
}

/**
 * Replays page by page, so an interrupted command has replayed the first pages, and can be repeated. A consumer has at most one
 * dead letter of an event.
 */
async function replayDeadLetters(
  { topic, id, consumer }: EventsCommand & { command: 'replay' },
  { operator, print, signal }: CommandDeps,
): Promise<void> {
  let count = 0
  for await (const page of operator.readDeadLetterPages(topic)) {
    if (signal.aborted) break
    const selected = page
      .filter((stored) => id === undefined || getDeadLetterId(stored) === id)
      .filter(({ deadLetter }) => consumer === undefined || deadLetter.consumer === consumer)
    count += await operator.replay(selected)
    if (count > 0 && id !== undefined && consumer !== undefined) break
  }
  print(
    count === 0
      ? 'No matching dead letters'
      : `Replayed ${count}. Those that fail again become dead letters again: see the command 'dead'`,
  )
}

async function republishMembers({ bus, print, now }: CommandDeps): Promise<void> {
  const time = now()
  const request = { source: 'operator', subject: newId(time), data: {} }
  await bus.publish([createEvent(events.membersSnapshotRequested, { ...request, id: newId(time), time })])
  print("Requested. The read models are rebuilt when the command 'lag' shows no lag in the topic members")
}
