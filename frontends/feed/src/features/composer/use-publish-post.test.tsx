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
const stored = () => memberStorage.read(ann._id, 'post-draft')
const reload = (text: string | null, memberId = ann._id) => {
  cleanup()
  renderFeed('/home', {}, undefined, () => text !== null && memberStorage.write(memberId, 'post-draft', text))
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
  reload(stored(), '01890000-0000-7000-8000-0000000000ff')
  expect(await openComposer()).toHaveValue('')
})
