import { describe, expect, it, jest } from '@jest/globals'
import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SearchField } from '../fields/search-field.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Popover } from '../overlays/popover.tsx'
import { COMPOSING_BROWSERS, endComposition } from '../testing/compose-text.ts'

describe.each(COMPOSING_BROWSERS)('a word that is composed in %s', (browser) => {
  it('is cancelled by Escape in a dialog, which stays open', async () => {
    const onClose = jest.fn()
    render(
      <Dialog open onClose={onClose} title="Edit Profile">
        <input aria-label="Name" />
      </Dialog>,
    )
    const [dialog, field] = [screen.getByRole('dialog'), screen.getByRole('textbox')]
    fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 229, isComposing: browser !== 'Safari' })
    const cancel = createEvent('cancel', dialog, { cancelable: true }) // the dialog of the browser sees the same key
    fireEvent(dialog, cancel)
    expect(cancel.defaultPrevented).toBe(true)
    endComposition(browser, field, 'Escape')
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.type(field, '{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('is cancelled by Escape in a search, which keeps what was typed before', async () => {
    const onChange = jest.fn()
    render(<SearchField label="Search" clearLabel="Clear" value="ann" onChange={onChange} />)
    endComposition(browser, screen.getByRole('textbox'), 'Escape')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.type(screen.getByRole('textbox'), '{Escape}')
    expect(onChange).toHaveBeenLastCalledWith('')
  })

  it('is cancelled by Escape in a panel, which stays open', async () => {
    render(
      <Popover label="Emoji" icon="e">
        {() => <input aria-label="Search emoji" />}
      </Popover>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }))
    endComposition(browser, screen.getByRole('textbox'), 'Escape')
    expect(screen.getByRole('textbox')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })
})

it('closes a dialog by the Back of the system after a composition that was cancelled', () => {
  const onClose = jest.fn()
  render(
    <Dialog open onClose={onClose} title="Edit Profile">
      <input aria-label="Name" />
    </Dialog>,
  )
  endComposition('Safari', screen.getByRole('textbox'), 'Escape')
  fireEvent(screen.getByRole('dialog'), createEvent('cancel', screen.getByRole('dialog'), { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
