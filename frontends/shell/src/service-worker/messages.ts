/** The build of each front end, by its name. */
export type FrontendBuilds = Partial<Record<string, string>>

/** Messages from a page to the service worker. */
export type PageMessage = { type: 'check-releases' }

/** Messages from the service worker to pages. `builds` are the builds that the server and the next page have. */
export type WorkerMessage = { type: 'current-builds'; builds: FrontendBuilds }
