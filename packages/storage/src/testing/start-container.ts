import type { Start } from './run-server.ts'

type Image = {
  image: string
  /** The port inside. */
  port: number
  command?: string[]
  env?: Record<string, string>
}

/** Starts a container by the Docker engine of this machine; its end removes it. */
export const startContainer =
  ({ image, port, command = [], env = {} }: Image): Start =>
  async (at) => {
    const { GenericContainer } = await import('testcontainers')
    const container = await new GenericContainer(image)
      .withCommand(command)
      .withEnvironment(env)
      .withExposedPorts({ container: port, host: at.port })
      .start()
    return () => container.stop()
  }
