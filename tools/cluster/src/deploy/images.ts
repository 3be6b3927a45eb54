import { runProgram } from '../cluster/kubectl.ts'

const PROGRAMS = ['gateway', 'auth', 'social', 'posts', 'chat', 'notify']
const FRONTENDS = ['shell', 'feed', 'profile', 'chat']
const POSTGRES_IMAGE = 'postgres:18.4'

/** Copies images of the container engine of this machine to the nodes. */
export type LoadImages = (images: readonly string[]) => Promise<void>

/** Returns the name of the image of a program or front end, as `npm run images` names it and the local overlay uses it. */
export const toImage = (name: string, version = 'dev'): string => `localhost/meadow/${name}:${version}`

/**
 * Creates the function that copies images by a command of the user, to which it appends their names. Without a command it
 * does nothing: the nodes share the images of the container engine.
 */
export const createLoadImages =
  (command: string): LoadImages =>
  async (images) => {
    if (command !== '') await runProgram('sh', ['-c', `${command} "$@"`, 'load', ...images])
  }

/**
 * Copies the images of the product to the nodes, and that of PostgreSQL if this machine has it: otherwise the nodes pull it.
 * Returns their names. @throws if one of the product was not built
 */
export async function loadProductImages(loadImages: LoadImages): Promise<string[]> {
  const images = [...PROGRAMS, ...FRONTENDS.map((name) => `frontend-${name}`)].map((name) => toImage(name))
  if (await hasImage(POSTGRES_IMAGE)) images.push(POSTGRES_IMAGE)
  await loadImages(images)
  return images
}

const hasImage = (image: string): Promise<boolean> =>
  runProgram('docker', ['image', 'inspect', image]).then(
    () => true,
    () => false,
  )
