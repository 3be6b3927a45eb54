import { events } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { createEvent } from '../announce.ts'
import type { Bus } from '../bus/bus.ts'
import type { BusOperator } from '../operate/operator.ts'
import { deadTable, eventLine, lagTable, letterId } from './lines.ts'
import type { Wish } from './options.ts'

type Parts = {
  bus: Pick<Bus, 'publish'>
  operator: BusOperator
  say: (line: string) => void
  now: () => Date
  signal: AbortSignal
}

/** Does what the command line asks for. */
export async function run(wish: Wish, parts: Parts): Promise<void> {
  const { operator, say, now, signal } = parts
  switch (wish.command) {
    case 'tail':
      for await (const delivery of operator.tail(wish.topics, signal))
        say(wish.json ? JSON.stringify(delivery) : eventLine(delivery))
      return
    case 'lag':
      return say(lagTable(await operator.lag(), now()))
    case 'dead':
      return tellDead(wish, parts)
    case 'replay':
      return replay(wish, parts)
    case 'republish':
      return republish(parts)
  }
}

async function tellDead({ topic, json }: Wish & { command: 'dead' }, { operator, say, now }: Parts): Promise<void> {
  const letters = await operator.deadLetters(topic)
  if (json) for (const kept of letters) say(JSON.stringify(kept))
  else say(letters.length > 0 ? deadTable(letters, now()) : 'No dead letters')
}

async function replay({ topic, id, consumer }: Wish & { command: 'replay' }, { operator, say }: Parts): Promise<void> {
  const letters = (await operator.deadLetters(topic))
    .filter((kept) => id === undefined || letterId(kept) === id)
    .filter(({ deadLetter: letter }) => consumer === undefined || letter.consumer === consumer)
  const count = await operator.replay(letters)
  say(count === 0 ? 'No such dead letters' : `${count} brought again; what dies once more is among the dead ones again`)
}

async function republish({ bus, say, now }: Parts): Promise<void> {
  const time = now()
  const asking = { source: 'operator', subject: newId(time), data: {} }
  await bus.publish([createEvent(events.membersSnapshotRequested, { ...asking, id: newId(time), time })])
  say('Asked; read models are whole again when `lag` shows that everybody has read members to its end')
}
