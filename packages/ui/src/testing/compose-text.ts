import { fireEvent } from '@testing-library/react'

/** The browsers whose order of events differs at the end of a composition. */
export const COMPOSING_BROWSERS = ['Chromium', 'Firefox', 'Safari'] as const

/**
 * Composes a text with an input method and ends it with a key: Enter confirms it, Escape cancels it. Sends the events in the
 * order of a browser.
 */
export function endComposition(
  browser: (typeof COMPOSING_BROWSERS)[number],
  target: Element,
  key: 'Enter' | 'Escape' | 'ArrowUp',
  options: { ctrlKey?: boolean } = {},
): void {
  const composed = { code: key, keyCode: 229, ...options }
  fireEvent.compositionStart(target)
  fireEvent.keyDown(target, { ...composed, key: 'Process', code: 'KeyA', isComposing: true })
  fireEvent.compositionUpdate(target, { data: 'にほん' })
  if (browser === 'Safari') {
    fireEvent.compositionEnd(target, { data: '日本' })
    fireEvent.keyDown(target, { ...composed, key, isComposing: false })
  } else {
    fireEvent.keyDown(target, { ...composed, key: browser === 'Firefox' ? 'Process' : key, isComposing: true })
    fireEvent.compositionEnd(target, { data: '日本' })
  }
  fireEvent.keyUp(target, { key, code: key, keyCode: browser === 'Safari' ? 229 : 13 })
}
