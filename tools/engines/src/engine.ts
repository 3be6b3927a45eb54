/** The ports of a server, the first of which is for clients, and the folder of its data. */
export type ServerLocation = { ports: readonly number[]; dir: string }

type LaunchCommand = {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  cwd?: string
  /** Another user than the current one. */
  user?: { uid: number; gid: number }
  /** The signal that stops it. @default SIGTERM */
  stopSignal?: NodeJS.Signals
}

/** A program that the package managers of the machine can install or build. */
export type Obtainable = {
  name: string
  /** The name and version for reports. */
  version: string
  /** Returns the programs that are missing to obtain or run it, each with how to install it. */
  listMissing(): string[]
  isObtained(): boolean
  obtain(): Promise<void>
}

/** A server that runs without containers. */
export type Engine = Obtainable & {
  /** The preferred ports. The next free ports are used otherwise. */
  ports: readonly number[]
  /** Prepares the folder and returns the command that starts the server. */
  prepare(location: ServerLocation): Promise<LaunchCommand>
  /** Returns whether it responds in its own protocol: an open port is not enough. */
  isReady(location: ServerLocation): Promise<boolean>
  /** Completes each start of a server that responds, for example as the primary of a replica set. */
  initialize?(location: ServerLocation): Promise<void>
  /** Returns the variables of the product with its URL. */
  variables(location: ServerLocation): Record<string, string> | Promise<Record<string, string>>
}
