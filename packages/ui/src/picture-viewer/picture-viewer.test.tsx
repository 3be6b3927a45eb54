import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { PictureViewer } from './picture-viewer.tsx'

const ALTS = ['A heron', 'A lake', '', 'A boat']
const pictures = ALTS.map((alt, index) => ({ src: `/media/${index}`, alt, width: 800, height: 600 }))

function Pictures({ count = pictures.length }: { count?: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <PictureViewer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        pictures={pictures.slice(0, count)}
        startIndex={count > 1 ? 1 : 0}
      />
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open' })
const position = () => screen.getByRole('status').textContent
const shown = () => document.querySelector('[aria-current] img') as HTMLImageElement
const stage = () => shown().closest('[aria-current]')?.parentElement?.parentElement as HTMLElement

async function open(count = pictures.length) {
  render(<Pictures count={count} />)
  await userEvent.click(opener())
}

type Move = { id?: number; x: number; y: number }
/** jsdom has no PointerEvent. */
function press(type: 'down' | 'move' | 'up', { id = 1, x, y }: Move) {
  const event = new MouseEvent(`pointer${type}`, { bubbles: true, clientX: x, clientY: y })
  fireEvent(shown(), Object.assign(event, { pointerId: id }))
}
function drag(from: Move, to: Move) {
  press('down', from)
  press('move', to)
  press('up', to)
}

describe('PictureViewer', () => {
  beforeEach(() => history.replaceState(null, ''))

  it('turns with the arrow keys and the buttons, stops at the ends, and announces the position', async () => {
    await open()
    expect(position()).toBe('2 of 4: A lake')
    await userEvent.keyboard('{ArrowRight}')
    expect(position()).toBe('3 of 4')
    await userEvent.click(screen.getByRole('button', { name: 'Next picture' }))
    expect(screen.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Next picture' }))
    expect(position()).toBe('4 of 4: A boat')
    await userEvent.keyboard('{Home}{ArrowLeft}')
    expect(position()).toBe('1 of 4: A heron')
    expect(screen.getByRole('img', { name: 'A heron' })).toHaveAttribute('width', '800')
  })

  it('shows one picture without position and buttons', async () => {
    await open(1)
    expect(screen.getByRole('dialog', { name: 'Picture' })).toBeVisible()
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Next picture' })).not.toBeInTheDocument()
  })

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the Close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['a click beside the picture', () => userEvent.click(stage())],
    ['a drag downwards', async () => drag({ x: 100, y: 100 }, { x: 104, y: 400 })],
    ['Back', () => act(async () => history.back())],
  ])('closes by %s', async (_, close) => {
    await open()
    await close()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('turns by a swipe, which is no click', async () => {
    await open()
    drag({ x: 300, y: 200 }, { x: 100, y: 210 })
    fireEvent.click(stage())
    expect(position()).toBe('3 of 4')
    drag({ x: 100, y: 200 }, { x: 300, y: 210 })
    expect(position()).toBe('2 of 4: A lake')
  })

  it('zooms with a double tap and with two fingers, and shows the next picture whole', async () => {
    await open()
    for (const _ of [1, 2]) {
      press('down', { x: 10, y: 10 })
      press('up', { x: 10, y: 10 })
    }
    expect(shown().style.transform).toContain('scale(2.5)')
    await userEvent.keyboard('{ArrowRight}')
    expect(shown().style.transform).toBe('')
    press('down', { id: 1, x: 100, y: 100 })
    press('down', { id: 2, x: 200, y: 100 })
    press('move', { id: 2, x: 400, y: 100 })
    press('up', { id: 2, x: 400, y: 100 })
    press('up', { id: 1, x: 100, y: 100 })
    expect(shown().style.transform).toContain('scale(3)')
    expect(position()).toBe('3 of 4')
  })
})
