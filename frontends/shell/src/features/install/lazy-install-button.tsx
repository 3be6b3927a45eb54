import { LazyComponent, rememberLoaded, waitForPageIdle } from '@meadow/web'

const NEVER_ABORTED = new AbortController().signal

const loadButton = rememberLoaded(async () => {
  await waitForPageIdle(NEVER_ABORTED)
  return { default: (await import('./install-button.tsx')).InstallButton }
})

/** `InstallButton`, whose code is loaded when the page is idle: it is not part of the first download. */
export const LazyInstallButton = () => (
  <LazyComponent load={loadButton} props={{}} fallback={null} renderError={() => null} />
)
