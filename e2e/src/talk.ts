import { setTimeout } from 'node:timers/promises'
import { drawPicture } from './picture.ts'

type Member = { _id: string; token: string }
type Call = <Answer>(path: string, body: FormData | object, token?: string) => Promise<Answer>

/** A conversation that makes sense when read, with a picture, a quote, reactions and a thread. */
export async function talk(call: Call, mara: Member, viewer: Member): Promise<void> {
  const write = async (by: Member, content: string, under: { replyTo?: string; threadId?: string } = {}) => {
    const recipientId = by === mara ? viewer._id : mara._id
    const { message } = await call<{ message: { _id: string } }>(
      '/messages',
      { recipientId, content, ...under },
      by.token,
    )
    return message._id
  }
  const react = (by: Member, id: string, emoji: string) => call(`/messages/${id}/reactions`, { emoji }, by.token)

  await untilAllowed(() => write(mara, 'The swallows are back. Eleven so far.'))
  const question = await write(mara, 'Want to come and count with me this evening?')
  const form = new FormData()
  form.set('recipientId', viewer._id) // before the file: the server reads as it comes
  form.set('image', new Blob([new Uint8Array(await drawPicture('noon'))], { type: 'image/png' }), 'hills.png')
  await call('/messages/image', form, mara.token)
  await write(viewer, 'Yes! I finish at five. Shall I bring the thermos and the good binoculars?', {
    replyTo: question,
  })
  const cake = await write(viewer, 'And a cake, obviously')
  await react(mara, cake, '❤️')
  await react(mara, cake, '👍')
  const barn = await write(mara, 'Which barn was it again, for the others?')
  await write(viewer, 'The one with the red door.', { threadId: barn })
  await write(mara, 'See you at the barn at six then 🙂')
}

const TRIES = 100
const BETWEEN_MS = 100

/** The first message is refused until the chat has heard that the two follow each other. */
async function untilAllowed(send: () => Promise<unknown>, tries = TRIES): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (tries === 0) throw error
    await setTimeout(BETWEEN_MS)
    await untilAllowed(send, tries - 1)
  }
}
