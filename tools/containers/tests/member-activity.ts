import { setTimeout } from 'node:timers/promises'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'

const RETRY_DELAY_MS = 200
/** The status codes of errors that a repetition does not mend. */
const REFUSED = /responded with 4(?!29)/

/** Repeats an operation until it succeeds, for as long as the test may take. @throws the error of a call that was refused */
export async function repeatUntilSuccess<T>(operation: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      if (REFUSED.test(String(error))) throw error
    }
    await setTimeout(RETRY_DELAY_MS)
  }
}

/** Two members who use every engine of a product, and everything that was acknowledged to them. */
export type MemberActivity = {
  /** Publishes a post with a picture, sends a message and waits for the notification of a like, each repeated until it succeeds. */
  act(): Promise<void>
  /** Checks that all posts, pictures, messages and notifications exist, with a new session. @throws if one is missing */
  verify(): Promise<void>
}

/** Signs two members up who follow each other. */
export async function startMemberActivity(url: string): Promise<MemberActivity> {
  const api = createApiClient(url)
  const [ann, kofi] = [await api.register('Ann Field'), await api.register('Kofi Boat')]
  await api.makeMutualFollowers(ann, kofi)
  const pictures: string[] = []
  const posts: string[] = []
  const messages: string[] = []

  return {
    async act() {
      const text = `Post ${posts.length + 1}`
      const image = await repeatUntilSuccess(() => uploadPicture(api, ann))
      pictures.push(image)
      const body = { content: text, image, alt: 'A hill under a low sun' }
      const { _id } = await repeatUntilSuccess(() => api.call<{ _id: string }>('/posts', { by: ann, body }))
      posts.push(_id)
      messages.push(await repeatUntilSuccess(() => api.sendMessage(ann, kofi, text)))
      await repeatUntilSuccess(() => api.call(`/posts/${_id}/like`, { by: kofi, body: { state: true } }))
      await repeatUntilSuccess(() => findAll(listNotifiedPosts(api, ann), [_id]))
    },
    async verify() {
      const { email, password } = ann.account
      const session = await api.call<{ token: string }>('/auth/login', { body: { email, password } })
      await findAll(listPosts(api, { ...ann, ...session }), posts)
      await findAll(listMessages(api, session, kofi), messages)
      await findAll(listNotifiedPosts(api, session), posts)
      for (const picture of pictures) {
        const { ok, status } = await fetch(new URL(picture, url))
        if (!ok) throw new Error(`${picture} responded with ${status}`)
      }
    },
  }
}

async function uploadPicture(api: ApiClient, by: ApiMember): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'post')
  form.set('file', new Blob([new Uint8Array(await drawSamplePicture())], { type: 'image/png' }), 'hills.png')
  return (await api.call<{ secure_url: string }>('/media', { by, body: form })).secure_url
}

async function findAll(listing: Promise<string[]>, ids: readonly string[]): Promise<void> {
  const found = new Set(await listing)
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}`)
}

type Session = Pick<ApiMember, 'token'>

async function listPosts(api: ApiClient, by: ApiMember): Promise<string[]> {
  const path = `/posts/user/${by.account.username}?limit=50`
  return (await api.call<{ posts: { _id: string }[] }>(path, { by })).posts.map(({ _id }) => _id)
}

async function listMessages(api: ApiClient, by: Session, partner: ApiMember): Promise<string[]> {
  const { messages } = await api.call<{ messages: { _id: string }[] }>(`/messages/${partner._id}?limit=50`, { by })
  return messages.map(({ _id }) => _id)
}

async function listNotifiedPosts(api: ApiClient, by: Session): Promise<string[]> {
  type Page = { notifications: { post: { _id: string } | null }[] }
  const { notifications } = await api.call<Page>('/posts/notifications?limit=50', { by })
  return notifications.flatMap(({ post }) => post?._id ?? [])
}
