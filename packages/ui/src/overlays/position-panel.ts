const GAP = 4
const EDGE = 8

/** Puts a fixed element below its anchor, right edges in line; above it where there is no room below. */
export function positionPanel(element: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const below = at.bottom + GAP
  const fits = below + height + EDGE <= window.innerHeight
  const top = fits ? below : Math.max(EDGE, at.top - GAP - height)
  const left = Math.min(Math.max(EDGE, at.right - width), window.innerWidth - width - EDGE)
  element.style.top = `${top}px`
  element.style.left = `${left}px`
}
