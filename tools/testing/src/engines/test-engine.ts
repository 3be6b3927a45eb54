/** How tests come to an engine when it is not simply given to them. */
export type TestEngine = {
  /** The variable that gives one, and the way to go no further. */
  urlVariable: string
  /** Starts it in a container; left out where nobody publishes an image. */
  startContainer?(): Promise<RunningTestEngine>
  /** Starts what this project obtains by itself. */
  startLocally(): Promise<RunningTestEngine>
}

export type RunningTestEngine = AsyncDisposable & { url: string; what: string }

/** An engine for tests, and what it is; or why there is none. */
export type TestEngineResult = { url: string; what: string } | { missing: string }
