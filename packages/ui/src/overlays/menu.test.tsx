import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Menu } from './menu.tsx'

function show() {
  const onCopy = jest.fn()
  const items = [
    { label: 'Copy link', onSelect: onCopy },
    { label: 'Share via...', onSelect: () => {} },
    { label: 'Delete post', tone: 'danger' as const, onSelect: () => {} },
  ]
  render(<Menu label="More" icon="..." items={items} />)
  return { onCopy, trigger: screen.getByRole('button', { name: 'More' }) }
}

const item = (name: string) => screen.getByRole('menuitem', { name })

describe('Menu', () => {
  it('opens by keyboard and cycles through its items', async () => {
    const { trigger } = show()
    trigger.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(item('Copy link')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    expect(item('Delete post')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(item('Share via...')).toHaveFocus()
    await userEvent.keyboard('{End}')
    expect(item('Delete post')).toHaveFocus()
  })

  it('closes when a scroll moves its button, and stays when the button keeps its place on the screen', async () => {
    const { trigger } = show()
    await userEvent.click(trigger)
    fireEvent.scroll(document)
    expect(item('Copy link')).toBeVisible()
    jest.spyOn(trigger, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -20, 40, 40))
    fireEvent.scroll(document)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })

  it('returns the focus on Escape', async () => {
    const { trigger } = show()
    await userEvent.click(trigger)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(trigger).toHaveFocus()
  })

  it('closes and runs the chosen action', async () => {
    const { trigger, onCopy } = show()
    await userEvent.click(trigger)
    await userEvent.keyboard('{Enter}')
    expect(onCopy).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })

  it('closes on a press outside, and on a second press of its button', async () => {
    const { trigger } = show()
    await userEvent.click(trigger)
    await userEvent.click(document.body)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    await userEvent.click(trigger)
    await userEvent.click(trigger)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})
