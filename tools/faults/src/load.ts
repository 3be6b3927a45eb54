import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import { createChatActions } from './chat/chat-actions.ts'
import { type History, type Member, type Service, setMember } from './history.ts'
import { createNotificationReader } from './notifications/mark.ts'
import type { FaultRequest, FaultResponse, RepeatingClient } from './repeating-client.ts'

type LoadDeps = { client: RepeatingClient; history: History; random: SeededRandom; onWrite: (service: Service) => void }

/** The password of all members. */
export const PASSWORD = 'Larkspur-in-June-7'
const MAX_PAUSE_MS = 80

/** Creates the operations of members. Records each one in the history when its outcome is known. */
export function createLoad({ client, history, random, onWrite }: LoadDeps) {
  let nameCount = 0
  const newName = () => `m${(nameCount++).toString(36)}x${random.below(1e9).toString(36)}`

  async function write(service: Service, request: FaultRequest): Promise<FaultResponse> {
    const response = await client.callUntilResponse(request)
    history.operations++
    if (response.repeats > 0) history.unknown++
    if (response.status < 300) onWrite(service)
    return response
  }

  /** Registers a member. A registration has no key: if a repeat finds the username taken, the first attempt succeeded. */
  async function register(): Promise<Member> {
    const username = newName()
    const account = { username, fullName: 'Somebody', email: `${username}@example.org`, password: PASSWORD }
    const response = await write('auth', { path: '/auth/register', body: account })
    const isOurs = response.status === 409 && response.repeats > 0
    const { status, body } = isOurs ? await signIn(username) : response
    if (status > 201) throw new Error(`A registration responded with ${status}: ${JSON.stringify(body)}`)
    const member = { _id: (body['user'] as Member)._id, username, token: body['token'] as string }
    history.members.set(member._id, member)
    client.tokens.track(member.token, async () => (await signIn(username)).body['token'] as string)
    return member
  }

  const signIn = (username: string) =>
    write('auth', { path: '/auth/login', body: { email: username, password: PASSWORD } })

  async function publish(author: Member): Promise<void> {
    const text = `Post ${newName()}`
    const response = await write('posts', { path: '/posts', token: author.token, key: text, body: { content: text } })
    if (response.status !== 201) history.refused.push(text)
    else history.posts.set(response.body['_id'] as string, { _id: response.body['_id'] as string, author, text })
  }

  async function comment({ _id: by, token }: Member): Promise<void> {
    const { _id: postId } = pickPost()
    const text = `Comment ${newName()}`
    const response = await write('posts', { path: `/posts/${postId}/comments`, token, key: text, body: { text } })
    if (response.status === 201) history.comments.push({ postId, by, text })
    else history.refused.push(text)
  }

  async function like({ _id, token }: Member): Promise<void> {
    const { _id: postId } = pickPost()
    const state = random.next() < 0.8
    const { status } = await write('posts', { path: `/posts/${postId}/like`, token, body: { state } })
    if (status === 200) setMember(history.likes, postId, _id, state)
  }

  async function setFollow({ _id, token }: Member, followeeId: string, state: boolean): Promise<void> {
    const { status } = await write('social', { path: `/users/${followeeId}/follow`, token, body: { state } })
    if (status === 200) setMember(history.followers, followeeId, _id, state)
  }

  const follow = (member: Member) =>
    setFollow(
      member,
      random.pick([...history.members.keys()].filter((other) => other !== member._id)),
      random.next() < 0.8,
    )

  async function remove(author: Member): Promise<void> {
    const post = [...history.posts.values()].find((one) => one.author === author)
    if (!post) return
    const { status, repeats } = await write('posts', {
      method: 'DELETE',
      path: `/posts/${post._id}`,
      token: author.token,
    })
    if (status !== 200 && !(status === 404 && repeats > 0)) throw new Error(`A deletion responded with ${status}`)
    history.posts.delete(post._id)
    history.deleted.set(post._id, post)
  }

  async function endSession({ username }: Member): Promise<void> {
    const token = (await signIn(username)).body['token'] as string
    await write('auth', { path: '/auth/logout', token, body: {} })
    history.ended.push(token)
  }

  const pickPost = () => random.pick([...history.posts.values()])
  const chat = createChatActions({ client, history, random, newName, write: (request) => write('chat', request) })
  const readNotification = createNotificationReader({ client, history, write: (request) => write('notify', request) })
  const actions = [
    publish,
    publish,
    publish,
    comment,
    comment,
    comment,
    like,
    like,
    like,
    follow,
    follow,
    follow,
    remove,
    readNotification,
    readNotification,
    endSession,
    async () => void (await register()),
    ...chat.acts,
  ]

  return {
    register,
    publish,
    /** Makes two members follow each other and starts their conversation. */
    async befriend(one: Member, other: Member): Promise<void> {
      await setFollow(one, other._id, true)
      await setFollow(other, one._id, true)
      await chat.begin(one, other)
    },
    /** Performs random operations as this member until the signal. */
    async actAs(member: Member, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await random.pick(actions)(member)
        await delay(random.below(MAX_PAUSE_MS))
      }
    },
  }
}
