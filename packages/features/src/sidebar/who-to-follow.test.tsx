import { beforeEach, expect, it } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ann, somebody } from '../testing/fixtures.ts'
import { WhoToFollow } from './who-to-follow.tsx'

const suggest = (username: string) => ({
  ...somebody({ username, fullName: username }),
  followerCount: 1,
  reason: { code: 'popular' },
})

beforeEach(() => localStorage.clear())

const listNames = () =>
  screen.getAllByRole('listitem').map((item) => within(item).getAllByRole('link').at(-1)?.textContent)

async function openSuggestions(dismiss: () => unknown) {
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/suggestions': () => ({ suggestions: ['Lena', 'Kofi', 'Mara'].map(suggest) }),
    'POST /auth/suggestions/:id/dismiss': dismiss,
  } as Parameters<typeof fakeApi>[0])
  renderPage(<WhoToFollow maxCount={5} />)
  const button = await screen.findByRole('button', { name: "Don't suggest Kofi" })
  return { network, dismiss: () => userEvent.click(button) }
}

it('takes a dismissed member off the list at once, and puts them back to their place by Undo', async () => {
  const { network, dismiss } = await openSuggestions(() => ({ isDismissed: true }))
  await dismiss()
  expect(screen.queryByRole('button', { name: "Don't suggest Kofi" })).not.toBeInTheDocument()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await waitFor(() => expect(network.count('POST /auth/suggestions/:id/dismiss')).toBe(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: "Don't suggest Kofi" })
  expect(listNames().map((name) => name?.slice(0, 4))).toEqual(['Lena', 'Kofi', 'Mara'])
  await waitFor(() => expect(network.count('POST /auth/suggestions/:id/dismiss')).toBe(2))
})

it('puts a member back if the server refuses, and says so', async () => {
  const { dismiss } = await openSuggestions(() => ({ refuse: { status: 404, error: 'Unknown member' } }))
  await dismiss()
  expect(await screen.findByText("Couldn't remove the suggestion. Please try again.")).toBeVisible()
  expect(await screen.findByRole('button', { name: "Don't suggest Kofi" })).toBeVisible()
})
