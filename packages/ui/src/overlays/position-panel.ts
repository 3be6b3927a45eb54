const PANEL_GAP_PX = 4
const WINDOW_MARGIN_PX = 8

/** Positions a fixed element below its anchor with aligned right edges, or above it if there is no room below. */
export function positionPanel(element: HTMLElement, anchor: HTMLElement): void {
  const anchorRect = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const below = anchorRect.bottom + PANEL_GAP_PX
  const fits = below + height + WINDOW_MARGIN_PX <= window.innerHeight
  const top = fits ? below : Math.max(WINDOW_MARGIN_PX, anchorRect.top - PANEL_GAP_PX - height)
  const left = Math.min(
    Math.max(WINDOW_MARGIN_PX, anchorRect.right - width),
    window.innerWidth - width - WINDOW_MARGIN_PX,
  )
  element.style.top = `${top}px`
  element.style.left = `${left}px`
}
