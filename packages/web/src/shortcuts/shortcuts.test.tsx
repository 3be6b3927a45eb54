import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import type { Shortcut } from './shortcut.ts'
import { setShortcutsEnabled } from './shortcut-preference.ts'
import { useShortcutList, useShortcuts } from './use-shortcuts.ts'

const [compose, goHome, next, chat] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()]
const APP: Shortcut[] = [
  { keys: 'n', text: 'New post', scope: 'app', run: compose },
  { keys: 'g h', text: 'Go to Home', scope: 'app', run: goHome },
  { keys: 'Escape', text: 'Close', scope: 'app' },
]
const PAGE: Shortcut[] = [
  { keys: 'n', text: 'New chat', scope: 'page', run: chat },
  { keys: 'j', text: 'Next', scope: 'page', run: next, repeats: true },
]

function Page() {
  useShortcuts(PAGE)
  return null
}

function App() {
  const [hasPage, setHasPage] = useState(false)
  useShortcuts(APP)
  return (
    <>
      {hasPage && <Page />}
      <button type="button" onClick={() => setHasPage(!hasPage)}>
        page
      </button>
      <input aria-label="Text" />
      <div contentEditable suppressContentEditableWarning>
        editable
      </div>
      <div role="menu">
        <button type="button" role="menuitem">
          item
        </button>
      </div>
      <p>{useShortcutList().map(({ keys, text }) => `${keys}: ${text};`)}</p>
    </>
  )
}

const press = (key: string, options: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...options })

beforeEach(() => void render(<App />))
afterEach(() => void jest.clearAllMocks())

describe('shortcuts', () => {
  it('run again after they were switched off and on', () => {
    setShortcutsEnabled(false)
    press('n')
    expect(compose).not.toHaveBeenCalled()
    setShortcutsEnabled(true)
    press('n')
    expect(compose).toHaveBeenCalledTimes(1)
  })

  it('run by one key, or by one after the other', () => {
    press('n')
    press('g')
    press('h')
    expect([compose, goHome].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    press('h')
    expect(goHome).toHaveBeenCalledTimes(1)
  })

  it('forget the first key after another one', () => {
    press('g')
    press('n')
    press('h')
    expect(compose).toHaveBeenCalledTimes(1)
    expect(goHome).not.toHaveBeenCalled()
  })

  it('of a page win over those of the application, while the page is there', () => {
    fireEvent.click(screen.getByText('page'))
    press('n')
    expect([chat, compose].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    fireEvent.click(screen.getByText('page'))
    press('n')
    expect([chat, compose].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('do not run while the member types, in a menu, in a dialog or with a modifier', () => {
    press('n', {}, screen.getByLabelText('Text'))
    press('n', {}, screen.getByText('editable'))
    press('n', {}, screen.getByText('item'))
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing']) press('n', { [modifier]: true })
    press('n', { keyCode: 229 }) // composed, in Safari
    const dialog = document.createElement('dialog')
    dialog.open = true
    document.body.append(dialog)
    press('n')
    dialog.remove()
    expect(compose).not.toHaveBeenCalled()
    press('n')
    expect(compose).toHaveBeenCalledTimes(1)
  })

  it('work on layouts without Latin letters, and with Caps Lock', () => {
    press('т', { code: 'KeyN' }) // Cyrillic
    press('N', { code: 'KeyN' })
    expect(compose).toHaveBeenCalledTimes(2)
  })

  it('go by the letter, not by its place: Dvorak has n on the key of l', () => {
    press('n', { code: 'KeyL' })
    press('b', { code: 'KeyN' })
    expect(compose).toHaveBeenCalledTimes(1)
  })

  it('run once while the key is held down, unless they repeat', () => {
    fireEvent.click(screen.getByText('page'))
    for (const repeat of [false, true, true]) {
      press('n', { repeat })
      press('j', { repeat })
    }
    expect([chat, next].map(({ mock }) => mock.calls.length)).toEqual([1, 3])
  })

  it('leave keys to others that they only describe', () => {
    let event: Event | undefined
    act(() => document.addEventListener('keydown', (e) => (event = e), { once: true }))
    press('Escape')
    expect(event?.defaultPrevented).toBe(false)
  })

  it('are listed as they work now', () => {
    expect(screen.getByText(/New post/)).toHaveTextContent('n: New post;g h: Go to Home;Escape: Close;')
    fireEvent.click(screen.getByText('page'))
    expect(screen.getByText(/New chat/)).toHaveTextContent('n: New chat;g h: Go to Home;Escape: Close;j: Next;')
  })
})
