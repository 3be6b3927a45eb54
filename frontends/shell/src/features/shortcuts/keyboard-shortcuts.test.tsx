import { expect, it } from '@jest/globals'
import { useLocation, useShortcuts } from '@meadow/web'
import { renderPage } from '@meadow/web/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'

function Page() {
  const { pathname, state } = useLocation()
  useShortcuts([{ keys: 'j', text: 'Next post', scope: 'page', run: () => undefined }])
  return (
    <>
      <KeyboardShortcuts />
      <p>{`${pathname} ${JSON.stringify(state)}`}</p>
    </>
  )
}

it('lists on ? what is defined now, those of the page first', async () => {
  renderPage(<Page />)
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(
    within(dialog)
      .getAllByRole('region')
      .map((scope) => scope.getAttribute('aria-label')),
  ).toEqual(['On this page', 'Everywhere'])
  expect(within(dialog).getByText('Next post').nextSibling).toHaveTextContent('J')
  expect(within(dialog).getByText('Go to Home').nextSibling).toHaveTextContent('G then H')
  expect(within(dialog).getByText('Close what is open').nextSibling).toHaveTextContent('Esc')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it.each([
  ['gh', '/home null'],
  ['gn', '/alert null'],
  ['gm', '/inbox null'],
  ['n', '/home {"compose":true}'],
])('%s opens %s', async (keys, place) => {
  renderPage(<Page />)
  await userEvent.keyboard(keys)
  expect(await screen.findByText(place)).toBeInTheDocument()
})
