/** The label of an image that is not the published one. Its value says what it contains. */
const STAND_IN_LABEL = 'meadow.stand-in'

/** An image that is on this machine, described with its content if it is a stand-in; or the reason why it is not. */
export type EngineImage = { what: string } | { missing: string }

/** Returns a sentence if no container engine responds. */
export async function findMissingContainerEngine(): Promise<string | undefined> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  return getContainerRuntimeClient().then(
    () => undefined,
    () => 'no container engine responds: start Docker, or set DOCKER_HOST',
  )
}

/** Finds an image on this machine, or pulls it. An image of `localhost/` is only built. */
export async function obtainEngineImage(name: string): Promise<EngineImage> {
  const missing = await findMissingContainerEngine()
  if (missing) return { missing }
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers')
  const { image } = await getContainerRuntimeClient()
  const imageName = ImageName.fromString(name)
  if (!(await image.exists(imageName))) {
    if (name.startsWith('localhost/')) return { missing: `there is no image ${name}` }
    try {
      await image.pull(imageName)
    } catch (error) {
      return { missing: `the image ${name} cannot be pulled: ${error instanceof Error ? error.message : error}` }
    }
  }
  const content = (await image.inspect(imageName)).Config.Labels?.[STAND_IN_LABEL]
  return { what: content ? `${name} (a stand-in: ${content})` : name }
}
