import { beforeEach, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aConversation, aMessage } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

const at = (url: string): Pick<MessageView, 'media' | 'imageUrl'> => ({
  media: {
    ...{ _id: aMessage()._id, width: 400, height: 300, placeholder: '', alt: 'Hills' },
    ...{ url, secure_url: url, sources: [{ url, width: 400 }] },
  },
  imageUrl: url,
})
const page = (...messages: MessageView[]) => ({ messages, hasMore: false, hasNewer: false, rev: 1 })

type Fresh = NonNullable<NonNullable<Parameters<typeof renderChat>[1]>['GET /messages/:id']>

/** Opens a conversation with a picture whose address has ended; `fresh` answers when that message is asked for anew. */
function open(fresh: Fresh) {
  const picture = aMessage({ content: '', messageType: 'image', seq: 1, rev: 1, ...at('/media/old') })
  const asked: string[] = []
  const network = renderChat('/chat/kofi', {
    'GET /messages/:id': (seen) => {
      const around = seen.query.get('around')
      if (!around) return page(picture)
      asked.push(around)
      return fresh(seen)
    },
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: 1 }) }),
  })
  return { picture, asked, network, fresh: (url: string) => page({ ...picture, ...at(url) }) }
}
const shown = () => screen.findByRole<HTMLImageElement>('img', { name: 'Hills' })
const failToLoad = async () => void fireEvent.error(await shown())

it('asks for the message once, and shows the picture from where it is now', async () => {
  let answer = () => {}
  const { picture, asked, fresh } = open(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(fresh('/media/new'))
      }),
  )
  await failToLoad()
  await waitFor(() => expect(asked).toEqual([picture._id]))
  expect(screen.queryByRole('img', { name: 'Hills' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Open the picture: Hills' })).toBeVisible()
  act(() => answer())
  expect((await shown()).getAttribute('src')).toBe('/media/new')
  expect(asked).toHaveLength(1)
})

it('says that a picture does not load whose fresh address does not, either, and asks no more by itself', async () => {
  const { asked, fresh } = open(() => fresh('/media/new'))
  await failToLoad()
  await waitFor(async () => expect((await shown()).getAttribute('src')).toBe('/media/new'))
  await failToLoad()
  await waitFor(async () => expect(await shown()).toBeVisible())
  await failToLoad()
  expect(await screen.findByText('This picture could not be loaded')).toBeVisible()
  expect(asked).toHaveLength(1)
})

it('asks again when the member says so', async () => {
  const { asked, network, fresh, picture } = open(() => 'no network')
  await failToLoad()
  expect(await screen.findByText('This picture could not be loaded')).toBeVisible()
  network.respondWith({
    'GET /messages/:id': ({ query }) => {
      asked.push(String(query.get('around')))
      return fresh('/media/new')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await shown()).getAttribute('src')).toBe('/media/new')
  expect(asked).toEqual([picture._id, picture._id])
})

it('says so where the picture is gone', async () => {
  open(() => page())
  await failToLoad()
  expect(await screen.findByText('This picture could not be loaded')).toBeVisible()
})
