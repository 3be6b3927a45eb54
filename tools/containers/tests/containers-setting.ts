import { describe } from '@jest/globals'
import { readBaseImages } from '../src/base-images.ts'
import { docker } from '../src/run-docker.ts'

/** Which images the tests build and start: all of them, one service and one front end, or none. */
export type ContainersSetting = 'all' | 'small' | undefined

/** Reads TEST_CONTAINERS. @throws if its value is unknown */
export function readContainersSetting(): ContainersSetting {
  const value = process.env['TEST_CONTAINERS'] || undefined
  if (value === undefined || value === 'all' || value === 'small') return value
  throw new Error(`TEST_CONTAINERS is all or small, not '${value}'`)
}

/** Pulls the images that are not on this machine. Returns one sentence with the reason if that is not possible. */
export async function findMissingImage(images: readonly string[]): Promise<string | undefined> {
  const isUp = await docker('version').then(
    () => true,
    () => false,
  )
  if (!isUp) return 'no container engine responds: start Docker, or set DOCKER_HOST'
  for (const image of images) {
    const exists = await docker('image', 'inspect', image).catch(() => docker('pull', '--quiet', image).catch(() => ''))
    if (!exists) return `the image ${image} cannot be pulled`
  }
  return undefined
}

/** Returns `describe` for tests on our images, or `describe.skip` after saying why they are skipped. */
export async function describeOnContainers(name: string): Promise<typeof describe | typeof describe.skip> {
  const { NODE_IMAGE = '', RUNTIME_IMAGE = '' } = readBaseImages()
  const reason = readContainersSetting()
    ? await findMissingImage([RUNTIME_IMAGE, NODE_IMAGE])
    : '`npm run test:containers` runs them'
  if (!reason) return describe
  process.stderr.write(`Tests on ${name} are skipped: ${reason}\n`)
  return describe.skip
}
