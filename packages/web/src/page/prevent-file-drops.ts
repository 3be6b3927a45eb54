/**
 * Keeps the browser from leaving the application for a file that is dropped on it. Elements that take files prevent the
 * default of the event themselves; everywhere else the cursor shows that nothing can be dropped. @returns ends it
 */
export function preventFileDrops(): () => void {
  const events = new AbortController()
  for (const type of ['dragenter', 'dragover', 'drop'] as const)
    window.addEventListener(type, rejectFiles, { signal: events.signal })
  return () => events.abort()
}

function rejectFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
