import { beforeEach, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMember, fakeApi, renderPage } from '../testing/index.ts'
import { useSession } from './session-context.ts'
import { useLastKnown } from './use-last-known.ts'

function Count({ value }: { value: number | undefined }) {
  const { user, signOut } = useSession()
  const count = useLastKnown('count', value)
  return (
    <>
      <output>{user && `${user.username}: ${count ?? 'unknown'}`}</output>
      <button type="button" onClick={() => void signOut()}>
        Leave
      </button>
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  fakeApi({ 'GET /auth/me': () => aMember(), 'POST /auth/logout': () => ({ ok: true }) })
})

it('returns the stored value on the next visit, also 0, and then the new one', async () => {
  const first = renderPage(<Count value={0} />)
  await screen.findByText('ann: 0')
  first.unmount()
  const { unmount } = renderPage(<Count value={undefined} />)
  expect(await screen.findByText('ann: 0')).toBeVisible()
  unmount()
  renderPage(<Count value={5} />)
  expect(await screen.findByText('ann: 5')).toBeVisible()
})

it('forgets the value at sign-out, and does not return that of another member', async () => {
  const first = renderPage(<Count value={7} />)
  await screen.findByText('ann: 7')
  await userEvent.click(screen.getByRole('button'))
  first.unmount()
  const again = renderPage(<Count value={undefined} />)
  expect(await screen.findByText('ann: unknown')).toBeVisible()
  again.unmount()
  const anns = renderPage(<Count value={7} />)
  await screen.findByText('ann: 7')
  anns.unmount()
  localStorage.removeItem(`member:${aMember()._id}:me:1`)
  fakeApi({ 'GET /auth/me': () => aMember({ _id: 'kofis-id', username: 'kofi' }) })
  renderPage(<Count value={undefined} />)
  expect(await screen.findByText('kofi: unknown')).toBeVisible()
})
