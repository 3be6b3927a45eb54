import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from './dialog.tsx'

function open(busy: boolean) {
  const onClose = jest.fn()
  render(
    <Dialog open onClose={onClose} title="Create Post" busy={busy}>
      <button type="button">Inside</button>
    </Dialog>,
  )
  return onClose
}

describe('Dialog', () => {
  it('closes on Escape, the Close button and the backdrop', async () => {
    const onClose = open(false)
    fireEvent.keyDown(screen.getByText('Inside'), { key: 'Escape' })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(screen.getByRole('dialog'))
    expect(onClose).toHaveBeenCalledTimes(3)
  })

  it('stays open while it is busy', async () => {
    const onClose = open(true)
    fireEvent.keyDown(screen.getByText('Inside'), { key: 'Escape' })
    await userEvent.click(screen.getByRole('dialog'))
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('stays open when a press that began inside ends on the backdrop', () => {
    const onClose = open(false)
    fireEvent.pointerDown(screen.getByText('Inside'))
    fireEvent.click(screen.getByRole('dialog'))
    expect(onClose).not.toHaveBeenCalled()
  })
})
