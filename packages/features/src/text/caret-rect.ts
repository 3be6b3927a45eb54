const COPIED_STYLES = [
  'direction',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textAlign',
  'textIndent',
  'unicodeBidi',
] as const

type CaretRect = { left: number; top: number; bottom: number }

/** Measures where a character of a text area stands in the window, with a copy of its text, because browsers do not tell. */
export function measureCaretRect(area: HTMLTextAreaElement, index: number): CaretRect {
  const copy = document.createElement('div')
  const style = getComputedStyle(area)
  for (const name of COPIED_STYLES) copy.style[name] = style[name]
  copy.style.position = 'absolute'
  copy.style.visibility = 'hidden'
  copy.style.boxSizing = 'content-box'
  copy.style.borderStyle = 'solid'
  const paddings = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
  copy.style.width = `${area.clientWidth - (paddings || 0)}px`
  copy.style.whiteSpace = 'pre-wrap'
  copy.style.overflowWrap = 'break-word'
  const mark = document.createElement('span')
  mark.textContent = area.value.slice(index) || '.'
  copy.append(area.value.slice(0, index), mark)
  document.body.append(copy)
  const [origin, place] = [copy.getBoundingClientRect(), mark.getClientRects()[0] ?? mark.getBoundingClientRect()]
  copy.remove()
  const rect = area.getBoundingClientRect()
  const left = rect.left + (style.direction === 'rtl' ? place.right : place.left) - origin.left - area.scrollLeft
  const top = rect.top + place.top - origin.top - area.scrollTop
  return { left, top, bottom: top + place.height }
}

const GAP_PX = 6
const MARGIN_PX = 8
const MIN_HEIGHT_PX = 96

/**
 * Positions a fixed element below a place in the window, or above it where there is more room: on a phone the window ends at the
 * keyboard. It never leaves the visible part of the window.
 */
export function positionAtCaret(element: HTMLElement, caret: CaretRect): void {
  const { offsetTop = 0, height = innerHeight, offsetLeft = 0, width = innerWidth } = window.visualViewport ?? {}
  element.style.maxHeight = ''
  const roomBelow = offsetTop + height - MARGIN_PX - caret.bottom - GAP_PX
  const roomAbove = caret.top - GAP_PX - offsetTop - MARGIN_PX
  const isBelow = element.offsetHeight <= roomBelow || roomBelow >= roomAbove
  const shown = Math.min(element.offsetHeight, Math.max(MIN_HEIGHT_PX, isBelow ? roomBelow : roomAbove))
  element.style.maxHeight = `${shown}px`
  element.style.top = `${isBelow ? caret.bottom + GAP_PX : caret.top - GAP_PX - shown}px`
  const isRightToLeft = getComputedStyle(element).direction === 'rtl'
  const start = isRightToLeft ? caret.left - element.offsetWidth : caret.left
  const most = offsetLeft + width - element.offsetWidth - MARGIN_PX
  element.style.left = `${Math.max(offsetLeft + MARGIN_PX, Math.min(start, most))}px`
}
