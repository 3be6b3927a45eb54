/** How tests come to an engine when it is not simply given to them. */
export type TestEngine = {
  /** The variable that gives one, and the way to go no further. */
  variable: string
  /** Starts it in a container; left out where nobody publishes an image. */
  inContainer?(): Promise<Running>
  /** Starts what this project obtains by itself. */
  onThisMachine(): Promise<Running>
}

export type Running = AsyncDisposable & { url: string; what: string }

/** An engine for tests, and what it is; or why there is none. */
export type Found = { url: string; what: string } | { missing: string }
