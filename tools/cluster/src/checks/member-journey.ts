import { openSocketDevice, type SocketDevice } from '@meadow/faults/sockets/device'
import { createTokenRenewal } from '@meadow/faults/token-renewal'
import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { waitUntil } from '../cluster/wait-until.ts'

/** Uses the product as two members do: sign-up, follows, a post with a picture, messages in two windows, a notification. */
export async function completeMemberJourney(url: string, note: (finding: string) => void): Promise<void> {
  const api = createApiClient(url)
  const [ria, tom] = [await api.register('ria'), await api.register('tom')]
  await api.makeMutualFollowers(ria, tom)

  const form = new FormData()
  form.set('purpose', 'post')
  form.set('file', new Blob([new Uint8Array(await drawSamplePicture())], { type: 'image/png' }), 'hills.png')
  const { secure_url: image } = await api.call<{ secure_url: string }>('/media', { by: ria, body: form })
  const { _id: postId } = await api.call<{ _id: string }>('/posts', {
    by: ria,
    body: { content: 'From a cluster', image, alt: 'Hills' },
  })
  const { content } = await api.call<{ content: string }>(`/posts/${postId}`, { by: tom })
  if (content !== 'From a cluster') throw new Error(`The post has the text '${content}'`)
  const picture = await fetch(new URL(image, url))
  if (!picture.ok) throw new Error(`The picture responded with ${picture.status}`)
  note(`post with a picture: ${picture.headers.get('content-type')}, ${(await picture.arrayBuffer()).byteLength} bytes`)

  using windows = new DisposableStack()
  const tokens = createTokenRenewal()
  const open = (member: ApiMember) => windows.use(openSocketDevice(toMember(member), { urls: [url], first: 0, tokens }))
  const devices = [open(ria), open(tom), open(tom)]
  await waitUntil(() => {
    if (!devices.every(({ connections }) => connections.length > 0)) throw new Error('A socket is not connected')
  })
  const messageId = await api.sendMessage(ria, tom, 'Good evening')
  await waitUntil(() => {
    if (!devices.every((device) => hasPush(device, messageId))) throw new Error('A window has not received the message')
  })
  note('message pushed to the sender and to both windows of the recipient')

  await waitUntil(async () => {
    const notifications = JSON.stringify(await api.call('/posts/notifications', { by: tom }))
    if (!notifications.includes('follow')) throw new Error('The follow was not notified')
  })
}

const toMember = ({ _id, token, account }: ApiMember) => ({ _id, token, username: account.username })

const hasPush = ({ connections }: SocketDevice, messageId: string): boolean =>
  connections.some(({ pushCounts }) => pushCounts.has(messageId))
