/** The event with which a browser offers to install the app; TypeScript does not know it. */
export type InstallPromptEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let promptEvent: InstallPromptEvent | undefined
const listeners = new Set<() => void>()

/** Keeps the browser's offer to install the app for the install button. It may come before the first render. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault() // shows no bar of the browser
    setPromptEvent(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => setPromptEvent(undefined))
}

export const readInstallPrompt = (): InstallPromptEvent | undefined => promptEvent

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the browser's prompt. It can be shown once; the browser may offer another one later. */
export async function showInstallPrompt(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  const event = promptEvent
  if (!event) return 'unavailable'
  setPromptEvent(undefined)
  return (await event.prompt()).outcome
}

function setPromptEvent(event: InstallPromptEvent | undefined): void {
  promptEvent = event
  for (const listener of listeners) listener()
}
