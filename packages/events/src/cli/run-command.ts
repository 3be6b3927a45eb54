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
  { operator, print, now }: CommandDeps,
): Promise<void> {
  const deadLetters = await operator.deadLetters(topic)
  if (json) for (const deadLetter of deadLetters) print(JSON.stringify(deadLetter))
  else print(deadLetters.length > 0 ? formatDeadLetters(deadLetters, now()) : 'No dead letters')
}

async function replayDeadLetters(
  { topic, id, consumer }: EventsCommand & { command: 'replay' },
  { operator, print }: CommandDeps,
): Promise<void> {
  const deadLetters = (await operator.deadLetters(topic))
    .filter((stored) => id === undefined || getDeadLetterId(stored) === id)
    .filter(({ deadLetter }) => consumer === undefined || deadLetter.consumer === consumer)
  const count = await operator.replay(deadLetters)
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
