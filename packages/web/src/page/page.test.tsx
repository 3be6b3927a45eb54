import { expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useHotkeys } from './use-hotkeys.ts'
import { useTitle } from './use-title.ts'

function Page({ onNew }: { onNew: () => void }) {
  useTitle('Home')
  useHotkeys({ n: onNew })
  return <input aria-label="Text" />
}

it('names the page in the tab', () => {
  render(<Page onNew={() => undefined} />)
  expect(document.title).toBe('Home · Meadow')
})

it('hears single keys, but not while somebody types', async () => {
  const open = jest.fn()
  render(<Page onNew={open} />)
  await userEvent.keyboard('n{Control>}n{/Control}')
  expect(open).toHaveBeenCalledTimes(1)
  await userEvent.type(screen.getByLabelText('Text'), 'no')
  expect(open).toHaveBeenCalledTimes(1)
})
