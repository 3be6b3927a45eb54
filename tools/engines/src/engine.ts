/** Where a server runs: its ports, the first of which is the one that others talk to, and the folder of its data. */
export type Place = { ports: readonly number[]; dir: string }

type Launch = {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  cwd?: string
  /** As whom, when not as ourselves. */
  user?: { uid: number; gid: number }
  /** How it is asked to end. @default SIGTERM */
  endBy?: NodeJS.Signals
}

/** A program that this project obtains by the package managers of the machine. */
export type Obtainable = {
  name: string
  /** What runs, as people would say it. */
  version: string
  /** What is missing on this machine to obtain or run it, each with how to get it. */
  missing(): string[]
  isObtained(): boolean
  obtain(): Promise<void>
}

/** A server that is obtained so, and runs without containers. */
export type Engine = Obtainable & {
  /** The ports it would like; the next free ones are taken otherwise. */
  ports: readonly number[]
  /** Prepares the folder and says what to start. */
  prepare(place: Place): Promise<Launch>
  /** Does it answer in its own protocol? An open port proves nothing. */
  isReady(place: Place): Promise<boolean>
  /** The product's variables that name it. */
  variables(place: Place): Record<string, string> | Promise<Record<string, string>>
}
