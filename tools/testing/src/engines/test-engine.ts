/** The ways in which tests get an engine. */
export type TestEngine = {
  /** The environment variable with the URL of an existing server. */
  urlVariable: string
  /** Starts it in a container. Missing if there is no image. */
  startContainer?(): Promise<RunningTestEngine>
  /** Starts it as a local process. */
  startLocally(): Promise<RunningTestEngine>
}

export type RunningTestEngine = AsyncDisposable & { url: string; what: string }

/** An engine with its description, or the reason why it is missing, or why this run leaves it out. */
export type TestEngineResult = { url: string; what: string } | { missing: string } | { leftOut: string }
