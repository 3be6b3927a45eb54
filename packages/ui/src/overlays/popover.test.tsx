import { expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Popover } from './popover.tsx'

const show = () =>
  render(
    <Popover label="Add" icon="+">
      {(close) => (
        <button type="button" onClick={close}>
          One
        </button>
      )}
    </Popover>,
  )
const trigger = () => screen.getByRole('button', { name: 'Add' })

it('opens beside its button, takes the focus, and returns it on Escape', async () => {
  show()
  await userEvent.click(trigger())
  expect(screen.getByRole('button', { name: 'One' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(trigger()).toHaveFocus()
})

it('closes on Escape if the focused element was removed', async () => {
  render(
    <Popover label="Add" icon="+">
      {() => <Leaving />}
    </Popover>,
  )
  await userEvent.click(trigger())
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

function Leaving() {
  const [left, setLeft] = useState(false)
  if (left) return null
  return (
    <button type="button" onClick={() => setLeft(true)}>
      Leave
    </button>
  )
}

it('is closed by its content, and by a press outside', async () => {
  show()
  await userEvent.click(trigger())
  await userEvent.click(screen.getByRole('button', { name: 'One' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(trigger())
  await userEvent.click(document.body)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
