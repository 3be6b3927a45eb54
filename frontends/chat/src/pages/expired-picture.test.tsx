import { beforeEach, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts/browser'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aConversation, aMessage } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

const withUrl = (url: string): Pick<MessageView, 'media' | 'imageUrl' | 'pictures'> => {
  const media = {
    _id: '01890000-0000-7000-c000-000000000001',
    width: 400,
    height: 300,
    placeholder: '',
    alt: 'Hills',
    url,
    secure_url: url,
    sources: [{ url, width: 400 }],
  }
  return { media, imageUrl: url, pictures: [media] }
}
const page = (...messages: MessageView[]) => ({ messages, hasMore: false, hasNewer: false, rev: 1 })

type RefreshHandler = NonNullable<NonNullable<Parameters<typeof renderChat>[1]>['GET /messages/:id']>

/** Opens a conversation with a picture whose URL has expired; `fresh` handles the request that refreshes it. */
function open(fresh: RefreshHandler) {
  const picture = aMessage({ content: '', messageType: 'image', seq: 1, rev: 1, ...withUrl('/media/old') })
  const fetchedIds: string[] = []
  const network = renderChat('/chat/kofi', {
    'GET /messages/:id': (call) => {
      const around = call.query.get('around')
      if (!around) return page(picture)
      fetchedIds.push(around)
      return fresh(call)
    },
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: 1 }) }),
  })
  return { picture, fetchedIds, network, fresh: (url: string) => page({ ...picture, ...withUrl(url) }) }
}
const shown = () => screen.findByRole<HTMLImageElement>('img', { name: 'Hills' })
const failToLoad = async () => void fireEvent.error(await shown())

it('fetches the message once, and shows the picture from its new URL', async () => {
  let respond = () => {}
  const { picture, fetchedIds, fresh } = open(
    () =>
      new Promise((resolve) => {
        respond = () => resolve(fresh('/media/new'))
      }),
  )
  await failToLoad()
  await waitFor(() => expect(fetchedIds).toEqual([picture._id]))
  expect(screen.queryByRole('img', { name: 'Hills' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Open the picture: Hills' })).toBeVisible()
  act(() => respond())
  expect((await shown()).getAttribute('src')).toBe('/media/new')
  expect(fetchedIds).toHaveLength(1)
})

it('shows an error if the new URL does not load either, and does not fetch it again', async () => {
  const { fetchedIds, fresh } = open(() => fresh('/media/new'))
  await failToLoad()
  await waitFor(async () => expect((await shown()).getAttribute('src')).toBe('/media/new'))
  await failToLoad()
  await waitFor(async () => expect(await shown()).toBeVisible())
  await failToLoad()
  expect(await screen.findByText("Couldn't load this picture")).toBeVisible()
  expect(fetchedIds).toHaveLength(1)
})

it('fetches the message again on Try Again', async () => {
  const { fetchedIds, network, fresh, picture } = open(() => 'no network')
  await failToLoad()
  expect(await screen.findByText("Couldn't load this picture")).toBeVisible()
  network.respondWith({
    'GET /messages/:id': ({ query }) => {
      fetchedIds.push(String(query.get('around')))
      return fresh('/media/new')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await shown()).getAttribute('src')).toBe('/media/new')
  expect(fetchedIds).toEqual([picture._id, picture._id])
})

it('shows an error if the message has no picture any more', async () => {
  open(() => page())
  await failToLoad()
  expect(await screen.findByText("Couldn't load this picture")).toBeVisible()
})
