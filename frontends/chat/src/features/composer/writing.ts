/** Puts something where the cursor is, and the cursor behind it. */
export function insertAt(area: HTMLTextAreaElement, inserted: string, onText: (text: string) => void): void {
  const { value, selectionStart: start, selectionEnd: end } = area
  onText(value.slice(0, start) + inserted + value.slice(end))
  requestAnimationFrame(() => {
    area.focus()
    area.setSelectionRange(start + inserted.length, start + inserted.length)
  })
}
