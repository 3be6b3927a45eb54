import type { KeyboardEvent } from 'react'

/** Arrow keys move the focus through the buttons inside, also up and down where they stand in lines. */
export function moveFocusByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const buttons = Array.from(event.currentTarget.querySelectorAll('button'))
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const step = at < 0 ? undefined : getFocusSteps(buttons)[event.key]
  if (step === undefined) return
  event.preventDefault()
  buttons[at + step]?.focus()
}

function getFocusSteps(buttons: readonly HTMLElement[]): Record<string, number> {
  const second = buttons.findIndex(({ offsetTop }) => offsetTop !== buttons[0]?.offsetTop)
  const line = second < 0 ? {} : { ArrowUp: -second, ArrowDown: second }
  return { ArrowLeft: -1, ArrowRight: 1, ...line }
}
