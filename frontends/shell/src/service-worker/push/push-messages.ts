/** Messages of the service worker about pushes. The first two have a port for the response of the page. */
export type PushWorkerMessage =
  /** The page responds with its path. */
  | { type: 'read-path' }
  /** The page navigates, and responds with true. */
  | { type: 'open-path'; path: string }
  | { type: 'test-push-arrived'; id: string }
