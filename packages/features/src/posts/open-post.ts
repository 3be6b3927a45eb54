import { readKey } from '@meadow/ui'
import type { KeyboardEvent, MouseEvent } from 'react'

export type CardEvent = MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>

const INTERACTIVE = 'a, button, input, textarea, label, form'

/**
 * Opens the page of a post after a click or tap anywhere on its card but on links, buttons, selected text and what opened from the card,
 * and after Enter on the card itself. The middle button and Ctrl open a tab.
 */
export function openPost(event: CardEvent, path: string, navigate: (path: string) => unknown): void {
  const { currentTarget: card, ctrlKey, metaKey } = event
  const target = event.target as Element
  const isChosen =
    'key' in event
      ? readKey(event) === 'Enter' && target === card
      : event.button < 2 && card.contains(target) && !target.closest(INTERACTIVE) && getSelection()?.type !== 'Range'
  if (!isChosen || event.defaultPrevented || event.shiftKey || event.altKey) return
  if (ctrlKey || metaKey || ('button' in event && event.button === 1)) window.open(path, '_blank', 'noopener')
  else void navigate(path)
}
