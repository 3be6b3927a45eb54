import { expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, within } from '@testing-library/react'
import { AppRoutes } from '../../app-routes.tsx'

const ID = '01890000-0000-7000-8000-0000000000aa'
const open = (handlers: Parameters<typeof fakeApi>[0]) => {
  localStorage.clear()
  fakeApi(handlers)
  renderPage(<AppRoutes />, { path: `/receipts/${ID}`, signedIn: false })
}

it('says what each part has removed, and which one has not confirmed', async () => {
  const receipt = () => ({
    receipt: {
      erasedAt: '2026-03-16T12:00:00.000Z',
      isComplete: false,
      parts: [
        { service: 'posts', erasedAt: '2026-03-16T12:05:00.000Z', counts: { posts: 1_200, likes: 7 } },
        { service: 'chat', erasedAt: null, counts: {} },
      ],
    },
  })
  open({ 'GET /auth/receipts/:id': receipt })
  const [posts, chat] = await screen.findAllByRole('listitem')
  if (!posts || !chat) throw new Error('two parts')
  expect(within(posts).getByText('1,200')).toBeVisible()
  expect(within(chat).getByText('Not confirmed yet')).toBeVisible()
  expect(screen.getByText(/Some parts are still at work/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download the receipt' })).toBeVisible()
})

it('says that there is no receipt at an address', async () => {
  const error = 'There is no such receipt'
  open({ 'GET /auth/receipts/:id': () => ({ refuse: { status: 404, code: 'receipt_not_found', error } }) })
  expect(await screen.findByText(/Receipts can be read for 90 days/)).toBeVisible()
})
