import { readKey } from '@meadow/ui'
import type { KeyboardEvent } from 'react'

/** Moves the focus between the buttons inside by arrow keys; up and down if the buttons form several lines. */
export function moveFocusByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const buttons = Array.from(event.currentTarget.querySelectorAll('button'))
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const step = index < 0 ? undefined : getFocusSteps(buttons)[readKey(event) ?? '']
  if (step === undefined) return
  event.preventDefault()
  buttons[index + step]?.focus()
}

function getFocusSteps(buttons: readonly HTMLElement[]): Record<string, number> {
  const second = buttons.findIndex(({ offsetTop }) => offsetTop !== buttons[0]?.offsetTop)
  const line = second < 0 ? {} : { ArrowUp: -second, ArrowDown: second }
  return { ArrowLeft: -1, ArrowRight: 1, ...line }
}
