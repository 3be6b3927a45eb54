/** Paths of the manifest (public/manifest.ejs). `SHARE_PATH` is answered by the service worker. */
export const START_PATH = '/start'
export const COMPOSE_PATH = '/compose'
export const SHARE_PATH = '/share'
