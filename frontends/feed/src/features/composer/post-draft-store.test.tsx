import { expect, it } from '@jest/globals'
import { ann } from '@meadow/features/testing'
import { memberStorage } from '@meadow/web'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

async function openComposer() {
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  return screen.findByRole('textbox', { name: "What's on your mind?" })
}
const stored = () => memberStorage.read('post-draft')
const reload = (text: string | null) => {
  cleanup()
  renderFeed('/home', {}, undefined, () => text !== null && memberStorage.write('post-draft', text))
}

it('keeps the text of a draft after a reload, until it is emptied', async () => {
  renderFeed('/home')
  await userEvent.type(await openComposer(), 'Half a thought')
  reload(stored())
  const field = await openComposer()
  expect(field).toHaveValue('Half a thought')
  await userEvent.clear(field)
  expect(stored()).toBeNull()
})

it('does not show the draft of another member', async () => {
  renderFeed('/home')
  await userEvent.type(await openComposer(), 'Mine')
  reload(stored()?.replace(ann._id, '01890000-0000-7000-8000-0000000000ff') ?? null)
  expect(await openComposer()).toHaveValue('')
})
