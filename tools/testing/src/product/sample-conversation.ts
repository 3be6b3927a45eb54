import { type Caller, type Calls, untilAllowed } from './api-client.ts'
import { drawPicture } from './sample-pictures.ts'

/** A conversation that makes sense when read, with a picture, a quote, reactions and a thread. */
export async function talk({ send, sendImage, react }: Calls, mara: Caller, viewer: Caller): Promise<void> {
  await untilAllowed(() => send(mara, viewer, 'The swallows are back. Eleven so far.'))
  const question = await send(mara, viewer, 'Want to come and count with me this evening?')
  await sendImage(mara, viewer, await drawPicture('noon'))
  await send(viewer, mara, 'Yes! I finish at five. Shall I bring the thermos and the good binoculars?', {
    replyTo: question,
  })
  const cake = await send(viewer, mara, 'And a cake, obviously')
  await react(mara, cake, '❤️')
  await react(mara, cake, '👍')
  const barn = await send(mara, viewer, 'Which barn was it again, for the others?')
  await send(viewer, mara, 'The one with the red door.', { threadId: barn })
  await send(mara, viewer, 'See you at the barn at six then 🙂')
}
