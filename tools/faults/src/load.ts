import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import { createTalk } from './chat/chat-actions.ts'
import { type History, type Member, type Service, setMember } from './history.ts'
import { createMarking } from './notifications/mark.ts'
import type { Answer, Client, Request } from './repeating-client.ts'

type Parts = { client: Client; history: History; random: SeededRandom; onWrite: (service: Service) => void }

const PASSWORD = 'Larkspur-in-June-7'
const LONGEST_PAUSE = 80

/** What one member after the other does. Each operation goes into the history when its outcome is known. */
export function createLoad({ client, history, random, onWrite }: Parts) {
  let made = 0
  const newName = () => `m${(made++).toString(36)}x${random.below(1e9).toString(36)}`

  async function write(service: Service, request: Request): Promise<Answer> {
    const answer = await client.insist(request)
    history.operations++
    if (answer.repeats > 0) history.unknown++
    if (answer.status < 300) onWrite(service)
    return answer
  }

  /** A registration has no key: when its name is taken by the time it is repeated, it had succeeded. */
  async function register(): Promise<Member> {
    const username = newName()
    const account = { username, fullName: 'Somebody', email: `${username}@example.org`, password: PASSWORD }
    const answer = await write('auth', { path: '/auth/register', body: account })
    const isOurs = answer.status === 409 && answer.repeats > 0
    const { status, body } = isOurs ? await signIn(username) : answer
    if (status > 201) throw new Error(`A registration was answered ${status}: ${JSON.stringify(body)}`)
    const member = { _id: (body['user'] as Member)._id, username, token: body['token'] as string }
    history.members.set(member._id, member)
    return member
  }

  const signIn = (username: string) =>
    write('auth', { path: '/auth/login', body: { email: username, password: PASSWORD } })

  async function publish(author: Member): Promise<void> {
    const text = `Post ${newName()}`
    const answer = await write('posts', { path: '/posts', token: author.token, key: text, body: { content: text } })
    if (answer.status !== 201) history.refused.push(text)
    else history.posts.set(answer.body['_id'] as string, { _id: answer.body['_id'] as string, author, text })
  }

  async function comment({ _id: by, token }: Member): Promise<void> {
    const { _id: postId } = somePost()
    const text = `Comment ${newName()}`
    const answer = await write('posts', { path: `/posts/${postId}/comments`, token, key: text, body: { text } })
    if (answer.status === 201) history.comments.push({ postId, by, text })
    else history.refused.push(text)
  }

  async function like({ _id, token }: Member): Promise<void> {
    const { _id: postId } = somePost()
    const state = random.next() < 0.8
    const { status } = await write('posts', { path: `/posts/${postId}/like`, token, body: { state } })
    if (status === 200) setMember(history.likes, postId, _id, state)
  }

  async function setFollow({ _id, token }: Member, whom: string, state: boolean): Promise<void> {
    const { status } = await write('social', { path: `/users/${whom}/follow`, token, body: { state } })
    if (status === 200) setMember(history.followers, whom, _id, state)
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
    if (status !== 200 && !(status === 404 && repeats > 0)) throw new Error(`A deletion was answered ${status}`)
    history.posts.delete(post._id)
    history.deleted.set(post._id, post)
  }

  async function endSession({ username }: Member): Promise<void> {
    const token = (await signIn(username)).body['token'] as string
    await write('auth', { path: '/auth/logout', token, body: {} })
    history.ended.push(token)
  }

  const somePost = () => random.pick([...history.posts.values()])
  const talk = createTalk({ client, history, random, newName, write: (request) => write('chat', request) })
  const mark = createMarking({ client, history, write: (request) => write('notify', request) })
  const acts = [
    ...[publish, publish, publish, comment, comment, comment, like, like, like, follow, follow, follow],
    ...[remove, mark, mark, endSession, async () => void (await register()), ...talk.acts],
  ]

  return {
    register,
    publish,
    /** Two members follow each other, and talk from then on. */
    async befriend(one: Member, other: Member): Promise<void> {
      await setFollow(one, other._id, true)
      await setFollow(other, one._id, true)
      await talk.begin(one, other)
    },
    /** One operation after the other, as this member, until the signal. */
    async actAs(member: Member, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await random.pick(acts)(member)
        await delay(random.below(LONGEST_PAUSE))
      }
    },
  }
}
