import { expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useDocumentTitle, useDocumentTitleCount } from './use-document-title.ts'
import { useHotkeys } from './use-hotkeys.ts'

function Page({ onNew, count = 0 }: { onNew: () => void; count?: number }) {
  useDocumentTitle('Home')
  useDocumentTitleCount(count)
  useHotkeys({ n: onNew })
  return <input aria-label="Text" />
}

it('sets the document title', () => {
  render(<Page onNew={() => undefined} />)
  expect(document.title).toBe('Home · Meadow')
})

it('shows the unread count in the document title', () => {
  const { rerender } = render(<Page onNew={() => undefined} count={3} />)
  expect(document.title).toBe('(3) Home · Meadow')
  rerender(<Page onNew={() => undefined} count={120} />)
  expect(document.title).toBe('(99+) Home · Meadow')
  rerender(<Page onNew={() => undefined} />)
  expect(document.title).toBe('Home · Meadow')
})

it('handles single keys, but not while the member types', async () => {
  const open = jest.fn()
  render(<Page onNew={open} />)
  await userEvent.keyboard('n{Control>}n{/Control}')
  expect(open).toHaveBeenCalledTimes(1)
  await userEvent.type(screen.getByLabelText('Text'), 'no')
  expect(open).toHaveBeenCalledTimes(1)
})
