import { type ApiClient, type ApiMember, retryUntilAllowed } from './api-client.ts'
import { drawSamplePicture } from './sample-pictures.ts'

/** Creates a conversation with a picture, a quote, reactions and a thread. */
export async function createSampleConversation(
  { call, sendMessage: send, sendPicture: sendImage, react }: ApiClient,
  mara: ApiMember,
  viewer: ApiMember,
): Promise<void> {
  await retryUntilAllowed(async () => {
    const { conversation } = await call<{ conversation: { canSend: boolean; request?: string } }>(
      `/messages/conversations/${viewer._id}`,
      { by: mara },
    )
    if (!conversation.canSend || conversation.request) throw new Error('The chat does not know their follows yet')
  })
  await send(mara, viewer, 'The swallows are back. Eleven so far.')
  const question = await send(mara, viewer, 'Want to come and count with me this evening?')
  await sendImage(mara, viewer, await drawSamplePicture('noon'))
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
