import { expect, type Page } from '@playwright/test'

/** Returns the current build of each front end in the caches of this browser. */
export const readStoredBuilds = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const state = await caches.match('/release-state', { cacheName: 'meadow-releases' })
    const { releases } = (await state?.json()) ?? { releases: [] }
    const current = (releases as { name: string; build: string; replaced: unknown }[]).filter(
      ({ replaced }) => !replaced,
    )
    return Object.fromEntries(current.map(({ name, build }) => [name, build]))
  })

/** Waits until the service worker controls the page and has stored a release of every front end. */
export async function waitForReleases(page: Page): Promise<void> {
  const readNames = async () => Object.keys(await readStoredBuilds(page)).toSorted()
  await expect.poll(readNames).toEqual(['chat', 'feed', 'profile', 'shell'])
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/** Returns the names of the remotes that a page has loaded. */
export const readLoadedRemotes = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys((globalThis as { meadowBuilds?: object }).meadowBuilds ?? {}))

/** Lets the service worker look for new releases now. */
export const checkReleases = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ type: 'check-releases' })
  })

/** Lets the service worker look for new releases, and returns the builds that it then says are current. */
export const waitForReleaseCheck = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    return new Promise<Record<string, string>>((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data.type === 'current-builds') resolve(data.builds)
      })
      active?.postMessage({ type: 'check-releases' })
    })
  })
