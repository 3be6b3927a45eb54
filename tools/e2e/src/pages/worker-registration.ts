import { readFile } from 'node:fs/promises'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** The active service worker of an origin, as the developer tools of the browser see it. */
export type WorkerRegistration = { session: CDPSession; origin: string; registrationId: string }

/** Connects to the service worker of an origin, which must be registered. `page` may be empty. */
export async function openWorkerRegistration(page: Page, origin: string): Promise<WorkerRegistration> {
  const session = await page.context().newCDPSession(page)
  const { promise, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const active = registrations.find(({ isDeleted }) => !isDeleted)
    if (active) resolve(active.registrationId)
  })
  await session.send('ServiceWorker.enable')
  return { session, origin, registrationId: await promise }
}

/** Runs a script in the service worker, before its own. Call it before the first page opens. */
export async function prependToWorker(context: BrowserContext, script: URL): Promise<void> {
  const code = await readFile(script, 'utf8')
  await context.route('**/sw.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `{\n${code}\n}\n${await response.text()}` })
  })
}
