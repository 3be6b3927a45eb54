import { calls } from '@meadow/contracts'
import { v5 } from 'uuid'
import { renderScene } from '../pictures/render.ts'
import type { PlannedMessage, PlannedTalk } from '../plan/talks.ts'
import { pictureForm } from './upload.ts'
import { type Citizen, citizenOf, inLanes, type World } from './world.ts'

const LANES = 6
const READING_MS = 20_000

type Pair = { sender: Citizen; recipient: Citizen }

/** Lets those who know each other write, read and react. */
export async function talkAll(world: World, talks: readonly PlannedTalk[]): Promise<void> {
  let done = 0
  await inLanes(LANES, talks, async (talk, index) => {
    await world.notes.once(`talk ${index}`, () => talkThrough(world, talk, `talk ${index}`))
    done += 1
    world.progress(`${done} of ${talks.length} conversations`)
  })
}

async function talkThrough(world: World, { between, messages }: PlannedTalk, name: string): Promise<string> {
  const ids: string[] = []
  const pairOf = ({ by }: PlannedMessage): Pair => {
    const [one, other] = between.map((username) => citizenOf(world, username)) as [Citizen, Citizen]
    return by === between[0] ? { sender: one, recipient: other } : { sender: other, recipient: one }
  }
  for (const [place, message] of messages.entries()) {
    const pair = pairOf(message)
    const replyTo = message.quotes === undefined ? undefined : ids[place - message.quotes]
    // the same for each attempt, so that what was sent before an interruption is not sent again
    const clientMessageId = v5(`${name} ${place}`, pair.sender._id)
    ids.push(await send(world, message, pair, { clientMessageId, ...(replyTo && { replyTo }) }))
    if (message.isRead) await answer(world, message, pair, ids.at(-1) ?? '')
  }
  return 'said'
}

type Attempt = { clientMessageId: string; replyTo?: string }

async function send(
  { call }: World,
  { what, at: when }: PlannedMessage,
  { sender, recipient }: Pair,
  attempt: Attempt,
) {
  const { token: by } = sender
  const to = { recipientId: recipient._id, ...attempt }
  if (typeof what === 'string')
    return (await call(calls.sendMessage, { by, when, body: { ...to, content: what } })).message._id
  const body = pictureForm('image', await renderScene(what.scene, what.seed), to)
  return (await call(calls.sendImage, { by, when, body })).message._id
}

/** What the recipient does about a message: reads it, and may put something under it. */
async function answer({ call }: World, { at, reaction }: PlannedMessage, { recipient }: Pair, id: string) {
  const when = new Date(at.getTime() + READING_MS)
  const params = { id }
  await call(calls.readMessage, { by: recipient.token, when, params })
  if (reaction) await call(calls.addReaction, { by: recipient.token, when, params, body: { emoji: reaction } })
}
