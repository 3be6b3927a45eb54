import { expect, it } from '@jest/globals'
import { render } from '@testing-library/react'
import { useDocumentTitle, useDocumentTitleCount } from './use-document-title.ts'

function Page({ count = 0 }: { count?: number }) {
  useDocumentTitle('Home')
  useDocumentTitleCount(count)
  return null
}

it('sets the document title', () => {
  render(<Page />)
  expect(document.title).toBe('Home · Meadow')
})

it('shows the unread count in the document title', () => {
  const { rerender } = render(<Page count={3} />)
  expect(document.title).toBe('(3) Home · Meadow')
  rerender(<Page count={120} />)
  expect(document.title).toBe('(99+) Home · Meadow')
  rerender(<Page />)
  expect(document.title).toBe('Home · Meadow')
})
